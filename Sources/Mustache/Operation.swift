/// One step of a packed program, 16 bytes: literal bytes, then what `code` says.
struct Operation {
    enum Code: UInt8 {
        /// Nothing after the literal.
        case literal
        /// The value's escaped form.
        case escaped
        /// The value's own bytes.
        case bytes
        /// The value's own bytes as a whole address, as a component of one, or for `srcset`.
        case address, component, candidates, candidate
        /// To `target` unless the value is true, or if it is.
        case skipUnless, skipIf
        /// The object's record goes into register 255.
        case follow
        /// The object's record goes into a register and comes out again at `leave`; to `target` if there is none.
        case enter, leave
        /// The list's records go into a register one after the other; to `target` if there are none. `next` goes back there.
        case loop, next
        case call, jump, `return`
        case end
    }

    var code: Code
    /// The register the value's record is in.
    var register: UInt8
    var slot: UInt16
    /// Where to go on.
    var target: UInt32
    var literal: UInt32
    var literalCount: UInt16
    /// The register that the section's records go into.
    var destination: UInt8
}

/// Packs a program for records: literals go into the operation that follows them, flags need no closing operation.
struct OperationPacker {
    private let program: Program
    private var operations: [Operation] = []
    /// The first operation of each instruction.
    private var addresses: [UInt32] = []
    private var pending: Range<Int> = 0..<0
    private var targets: Set<Int> = []

    static func pack(_ program: Program) -> [Operation] {
        var packer = OperationPacker(program: program)
        packer.findTargets()
        for (index, instruction) in program.code.enumerated() {
            if packer.targets.contains(index) { packer.flush() }
            packer.addresses.append(UInt32(packer.operations.count))
            packer.pack(instruction)
        }
        if packer.targets.contains(program.code.count) { packer.flush() }
        packer.addresses.append(UInt32(packer.operations.count))
        packer.append(.end)
        for index in packer.operations.indices {
            packer.operations[index].target = packer.addresses[Int(packer.operations[index].target)]
        }
        return packer.operations
    }

    private mutating func findTargets() {
        for instruction in program.code {
            switch instruction {
            case .begin(_, let end, _), .unless(_, let end): targets.insert(end)
            case .call(let address, _), .jump(let address): targets.insert(address)
            default: continue
            }
        }
    }

    private mutating func pack(_ instruction: Instruction) {
        switch instruction {
        case .literal(let range):
            flush()
            pending = range
        case .write(let operand, let escaping): append(code(escaping, operand), operand)
        case .begin(let operand, let end, _): append(opening(operand), operand, target: end)
        case .unless(let operand, let end): append(.skipIf, operand, target: end)
        case .follow(let operand): append(.follow, operand)
        case .end(let start): packEnd(start)
        case .call(let address, _): append(.call, target: address)
        case .jump(let address): append(.jump, target: address)
        case .return: append(.return)
        case .callNamed, .indentation: return
        }
    }

    private func code(_ escaping: HTMLContext.Escaping, _ operand: Operand) -> Operation.Code {
        switch escaping {
        case .none: .bytes
        case .html: .escaped
        // Set as an address, it is ready for an attribute.
        case .address: operand.kind == .url ? .escaped : .address
        case .component: .component
        case .candidates: .candidates
        case .candidate: .candidate
        }
    }

    private func opening(_ operand: Operand) -> Operation.Code {
        switch operand.kind {
        case .list: .loop
        case .object: .enter
        default: .skipUnless
        }
    }

    /// The closing operation holds the register that the section's records go to.
    private mutating func packEnd(_ start: Int) {
        guard case .begin(let operand, _, _) = program.code[start], case .slot(_, _, let target) = operand else {
            return
        }
        switch opening(operand) {
        case .loop: append(.next, target: start + 1, destination: target)
        case .enter: append(.leave, destination: target)
        default: return
        }
    }

    private mutating func flush() {
        if !pending.isEmpty { append(.literal) }
    }

    private mutating func append(_ code: Operation.Code, _ operand: Operand, target: Int = 0) {
        guard case .slot(let register, let slot, let destination) = operand else { return }
        append(code, register: register, slot: slot.index, target: target, destination: destination)
    }

    private mutating func append(
        _ code: Operation.Code,
        register: Int = 0,
        slot: UInt16 = 0,
        target: Int = 0,
        destination: Int = 0,
    ) {
        splitPending()
        let operation = Operation(
            code: code,
            register: UInt8(truncatingIfNeeded: register),
            slot: slot,
            target: UInt32(target),
            literal: UInt32(pending.lowerBound),
            literalCount: UInt16(pending.count),
            destination: UInt8(truncatingIfNeeded: destination),
        )
        operations.append(operation)
        pending = 0..<0
    }

    /// Lengths have 16 bits: a longer literal takes several operations.
    private mutating func splitPending() {
        let most = Int(UInt16.max)
        while pending.count > most {
            operations.append(literalOperation(pending.prefix(most)))
            pending = pending.dropFirst(most)
        }
    }

    private func literalOperation(_ range: Range<Int>) -> Operation {
        Operation(
            code: .literal,
            register: 0,
            slot: 0,
            target: 0,
            literal: UInt32(range.lowerBound),
            literalCount: UInt16(range.count),
            destination: 0,
        )
    }
}
