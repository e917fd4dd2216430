internal import Bytes

/// Runs a packed program over records into a buffer.
///
/// Everything it reads was checked when it was compiled or set: registers are below 256, slots inside their schema's
/// records, jumps inside the program, texts readable `Slot.slack` bytes past their end. It allocates nothing but room in
/// the buffer, and frames when data nests deeper than any before.
@safe
struct Renderer: ~Copyable {
    private let program: PackedProgram
    /// Where the bytes not yet counted by the buffer begin.
    private var base: UnsafeMutableRawPointer

    static func render(
        _ program: PackedProgram,
        _ record: TemplateRecord,
        _ stack: inout RenderStack,
        into output: inout OutputBuffer,
    ) {
        let room = unsafe program.estimatedSize + Slot.slack
        let base = unsafe output.reserve(room)
        var renderer = unsafe Renderer(program: program, base: base)
        unsafe stack.registers[0] = UnsafePointer(record.start)
        let end = unsafe renderer.run(&stack, Cursor(position: base, limit: base + room), &output)
        output.advance(by: unsafe end - renderer.base)
    }

    /// Where the next byte goes, and the end of the room reserved. Kept in registers: only slow paths pass it on.
    @unsafe
    private struct Cursor {
        var position: UnsafeMutableRawPointer
        var limit: UnsafeMutableRawPointer
    }

    private init(program: PackedProgram, base: UnsafeMutableRawPointer) {
        self.program = program
        unsafe self.base = base
    }

    private mutating func run(
        _ stack: inout RenderStack,
        _ start: Cursor,
        _ output: inout OutputBuffer,
    ) -> UnsafeMutableRawPointer {
        var cursor = unsafe start
        let operations = unsafe program.operations
        let literals = unsafe program.literals
        let registers = unsafe stack.registers
        var frames = unsafe stack.frames
        var capacity = stack.frameCapacity
        var depth = 0
        var index = 0
        while true {
            let operation = unsafe operations[index]
            index &+= 1
            unsafe copy(literals + Int(operation.literal), Int(operation.literalCount), &cursor, &output)
            let slot = unsafe registers[Int(operation.register)] + Int(operation.slot)
            switch operation.code {
            case .literal: continue
            case .escaped: unsafe copy(slot.pointee.escaped, Int(slot.pointee.escapedCount), &cursor, &output)
            case .bytes: unsafe copy(slot.pointee.bytes, Int(slot.pointee.count), &cursor, &output)
            case .address, .component, .candidates, .candidate:
                unsafe cursor = encode(operation.code, slot, cursor, &output)
            case .skipUnless: if unsafe slot.pointee.truth == 0 { index = Int(operation.target) }
            case .skipIf: if unsafe slot.pointee.truth != 0 { index = Int(operation.target) }
            case .follow:
                unsafe registers[RenderStack.pathRegister] = slot.pointee.bytes.assumingMemoryBound(to: Slot.self)
            case .enter, .loop, .call:
                if depth == capacity {
                    // Beyond the limit nothing nests any deeper; a call has no data to be false, so it is skipped.
                    guard stack.grow() else {
                        if operation.code != .call { index = Int(operation.target) }
                        continue
                    }
                    unsafe frames = stack.frames
                    capacity = stack.frameCapacity
                }
                let frame = unsafe frames + depth
                if operation.code == .call {
                    unsafe frame.pointee.remaining = UInt32(truncatingIfNeeded: index)
                    index = Int(operation.target)
                } else {
                    guard unsafe slot.pointee.truth != 0 else {
                        index = Int(operation.target)
                        continue
                    }
                    let register = unsafe registers + Int(operation.destination)
                    unsafe frame.pointee.saved = register.pointee
                    unsafe frame.pointee.next = slot.pointee.bytes
                    unsafe frame.pointee.remaining = slot.pointee.truth
                    unsafe frame.pointee.stride = slot.pointee.stride
                    unsafe register.pointee = Self.advance(frame)
                }
                depth &+= 1
            case .next:
                let frame = unsafe frames + (depth &- 1)
                let register = unsafe registers + Int(operation.destination)
                if unsafe frame.pointee.remaining == 0 {
                    unsafe register.pointee = frame.pointee.saved
                    depth &-= 1
                } else {
                    unsafe register.pointee = Self.advance(frame)
                    index = Int(operation.target)
                }
            case .leave:
                depth &-= 1
                unsafe registers[Int(operation.destination)] = frames[depth].saved
            case .jump: index = Int(operation.target)
            case .return:
                depth &-= 1
                index = unsafe Int(frames[depth].remaining)
            case .end: return unsafe cursor.position
            }
        }
    }

    /// The next record of a list, or the one record of an object.
    @inline(__always)
    private static func advance(_ frame: UnsafeMutablePointer<RenderStack.Frame>) -> UnsafePointer<Slot> {
        unsafe frame.pointee.remaining &-= 1
        let stride = unsafe frame.pointee.stride
        let next = unsafe frame.pointee.next
        guard stride == 0 else {
            unsafe frame.pointee.next = next + Int(stride) &* MemoryLayout<Slot>.stride
            return unsafe next.assumingMemoryBound(to: Slot.self)
        }
        unsafe frame.pointee.next = next + MemoryLayout<UnsafePointer<Slot>>.stride
        return unsafe next.load(as: UnsafePointer<Slot>.self)
    }

    /// Copies 32 bytes.
    @inline(__always)
    private static func copyBlock(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        let second = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
    }

    /// Copies `count` bytes: one block of 32 in any case, two if needed, which covers most; the rest by `memcpy`.
    @inline(__always)
    private mutating func copy(
        _ bytes: UnsafeRawPointer,
        _ count: Int,
        _ cursor: inout Cursor,
        _ output: inout OutputBuffer,
    ) {
        if unsafe cursor.limit - cursor.position < count &+ Slot.slack { unsafe cursor = grow(count, cursor, &output) }
        let target = unsafe cursor.position
        unsafe Self.copyBlock(bytes, target)
        if unsafe count > Slot.block {
            unsafe Self.copyBlock(bytes + Slot.block, target + Slot.block)
            if unsafe count > Slot.slack {
                unsafe (target + Slot.slack).copyMemory(from: bytes + Slot.slack, byteCount: count &- Slot.slack)
            }
        }
        unsafe cursor.position = target + count
    }

    @inline(never)
    private mutating func grow(_ count: Int, _ cursor: Cursor, _ output: inout OutputBuffer) -> Cursor {
        output.advance(by: unsafe cursor.position - base)
        return unsafe reserve(max(count + Slot.slack, program.estimatedSize), &output)
    }

    private mutating func reserve(_ room: Int, _ output: inout OutputBuffer) -> Cursor {
        unsafe base = output.reserve(room)
        return unsafe Cursor(position: base, limit: base + room)
    }

    /// Values that are encoded where they stand; pages set addresses as such, so this is rare.
    @inline(never)
    private mutating func encode(
        _ code: Operation.Code,
        _ slot: UnsafePointer<Slot>,
        _ cursor: Cursor,
        _ output: inout OutputBuffer,
    ) -> Cursor {
        output.advance(by: unsafe cursor.position - base)
        let bytes = unsafe slot.pointee.bytes.assumingMemoryBound(to: UInt8.self)
        let text = unsafe ByteView(start: bytes, count: Int(slot.pointee.count))
        switch code {
        case .address: URLEscaping.appendAddress(text, to: &output)
        case .candidates: URLEscaping.appendCandidates(text, to: &output)
        case .candidate: URLEscaping.appendAddress(text, comma: false, to: &output)
        default: URLEscaping.appendComponent(text, to: &output)
        }
        return unsafe reserve(program.estimatedSize + Slot.slack, &output)
    }
}
