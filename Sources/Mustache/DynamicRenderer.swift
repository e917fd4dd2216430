internal import Bytes

/// Runs a program over dynamic data.
struct DynamicRenderer {
    private let program: Program
    private let isHTML: Bool
    private var contexts: [TemplateValue]
    private var indentation: [UInt8] = []
    private var depth = 0
    private var steps = 0

    /// Sections and templates within each other; data may nest half as deep.
    private static let depthLimit = 1000
    /// Templates that put themselves in twice double their work with each level.
    private static let stepLimit = 50_000_000

    init(_ program: Program, isHTML: Bool, _ value: TemplateValue) {
        self.program = program
        self.isHTML = isHTML
        contexts = [value]
    }

    mutating func run(into output: inout OutputBuffer) throws(TemplateError) {
        try run(from: 0, to: program.code.count, &output)
    }

    /// Runs to `end` or to the return of a body.
    private mutating func run(from start: Int, to end: Int, _ output: inout OutputBuffer) throws(TemplateError) {
        var index = start
        while index < end {
            let instruction = program.code[index]
            index += 1
            steps += 1
            switch instruction {
            case .literal(let range):
                unsafe program.literals[range].withUnsafeBytes { unsafe output.append(ByteView($0)) }
            case .write(let operand, let escaping): try write(operand, escaping, &output)
            case .begin(let operand, let end, let repeats):
                try section(operand, index..<end - 1, repeats: repeats, &output)
                index = end
            case .unless(let operand, let end): if find(operand).isTrue { index = end }
            case .call(let address, let call): try self.call(address, call, nil, &output)
            case .callNamed(let operand, let candidates, let call): try callNamed(operand, candidates, call, &output)
            case .indentation: output.append(indentation)
            case .jump(let target): index = target
            case .return: return
            case .end, .follow: continue
            }
        }
    }

    // MARK: Values

    private func find(_ operand: Operand) -> TemplateValue {
        guard case .name(let name, _) = operand else { return .null }
        guard let first = name.parts.first else { return contexts.last ?? .null }
        for context in contexts.reversed() {
            guard case .object(let fields) = context, var value = fields[first] else { continue }
            for part in name.parts.dropFirst() {
                guard case .object(let inner) = value, let next = inner[part] else { return .null }
                value = next
            }
            return value
        }
        return .null
    }

    private func write(
        _ operand: Operand,
        _ escaping: HTMLContext.Escaping,
        _ output: inout OutputBuffer,
    ) throws(TemplateError) {
        let value = find(operand)
        guard var text = value.text else { throw error(operand, "is a list or an object: use it as a section") }
        if escaping == .none, isHTML { try checkTrusted(operand, value) }
        text.withUTF8 { bytes in
            let view = unsafe ByteView(UnsafeRawBufferPointer(bytes))
            switch escaping {
            case .none: output.append(view)
            case .html: output.append(htmlEscaping: view)
            case .address: URLEscaping.appendAddress(view, to: &output)
            case .component: URLEscaping.appendComponent(view, to: &output)
            case .candidates: URLEscaping.appendCandidates(view, to: &output)
            case .candidate: URLEscaping.appendAddress(view, comma: false, to: &output)
            }
        }
    }

    private func checkTrusted(_ operand: Operand, _ value: TemplateValue) throws(TemplateError) {
        switch value {
        case .string(let text) where !text.isEmpty:
            throw error(operand, "is not trusted markup: write it with two braces, which escape it, or use text mode")
        default: return
        }
    }

    private func error(_ operand: Operand, _ reason: String) -> TemplateError {
        guard case .name(let name, let source) = operand else {
            return TemplateError(file: "template", line: 0, column: 0, reason: reason, excerpt: "")
        }
        return source.error(name.offset, "'\(name.text)' \(reason)")
    }

    // MARK: Sections and calls

    private mutating func section(
        _ operand: Operand,
        _ body: Range<Int>,
        repeats: Bool,
        _ output: inout OutputBuffer,
    ) throws(TemplateError) {
        let value = find(operand)
        guard value.isTrue else { return }
        guard depth < Self.depthLimit, steps < Self.stepLimit else {
            throw error(operand, "leads too deep: see the limits")
        }
        depth += 1
        defer { depth -= 1 }
        let elements = if case .list(let values) = value { values } else { [value] }
        guard repeats || elements.count == 1 else {
            throw error(
                operand,
                "has \(elements.count) elements; what stands here, in a tag or an address, cannot repeat"
            )
        }
        for element in elements {
            contexts.append(element)
            defer { contexts.removeLast() }
            try run(from: body.lowerBound, to: body.upperBound, &output)
        }
    }

    private mutating func call(
        _ address: Int,
        _ call: CallIndentation,
        _ operand: Operand?,
        _ output: inout OutputBuffer,
    ) throws(TemplateError) {
        guard depth < Self.depthLimit, steps < Self.stepLimit else {
            let reason = "puts templates into each other more than \(Self.depthLimit) deep"
            throw operand.map { error($0, reason) }
                ?? TemplateError(file: "template", line: 0, column: 0, reason: reason, excerpt: "")
        }
        let saved = indentation
        depth += 1
        defer {
            depth -= 1
            indentation = saved
        }
        indentation = (call.inherits ? saved : []) + call.bytes
        try run(from: address, to: program.code.count, &output)
    }

    /// Nothing for a value that names no template.
    private mutating func callNamed(
        _ operand: Operand,
        _ candidates: [String: Candidate],
        _ call: CallIndentation,
        _ output: inout OutputBuffer,
    ) throws(TemplateError) {
        guard let name = find(operand).text else { return }
        switch candidates[name] {
        case .address(let address): try self.call(address, call, operand, &output)
        case .error(let error): throw error
        case nil: return
        }
    }
}
