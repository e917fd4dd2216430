internal import Bytes

/// Runs a packed program over records into a buffer.
///
/// Everything it reads was checked when it was compiled or set: registers are below 256, slots inside their schema's
/// records, jumps inside the program, texts readable `Slot.slack` bytes past their end. It allocates nothing but room in
/// the buffer, and frames when data nests deeper than any before.
@safe
struct Renderer: ~Copyable {
    private let program: PackedProgram
    private var cursor: UnsafeMutableRawPointer
    private var base: UnsafeMutableRawPointer
    private var limit: UnsafeMutableRawPointer

    static func render(
        _ program: PackedProgram,
        _ record: TemplateRecord,
        _ stack: inout RenderStack,
        into output: inout OutputBuffer,
    ) {
        var renderer = Renderer(program, &output)
        unsafe stack.registers[0] = UnsafePointer(record.start)
        renderer.run(&stack, &output)
        output.advance(by: unsafe renderer.cursor - renderer.base)
    }

    private init(_ program: PackedProgram, _ output: inout OutputBuffer) {
        self.program = program
        let room = unsafe program.estimatedSize + Slot.slack
        unsafe base = output.reserve(room)
        unsafe cursor = base
        unsafe limit = base + room
    }

    private mutating func run(_ stack: inout RenderStack, _ output: inout OutputBuffer) {
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
            unsafe copy(literals + Int(operation.literal), Int(operation.literalCount), &output)
            let slot = unsafe registers[Int(operation.register)] + Int(operation.slot)
            switch operation.code {
            case .literal: continue
            case .escaped: unsafe copy(slot.pointee.escaped, Int(slot.pointee.escapedCount), &output)
            case .bytes: unsafe copy(slot.pointee.bytes, Int(slot.pointee.count), &output)
            case .address, .component, .candidates, .candidate: unsafe encode(operation.code, slot, &output)
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
            case .end: return
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

    /// Copies `count` bytes: 32 in any case, which covers most, the rest by `memcpy`.
    @inline(__always)
    private mutating func copy(_ bytes: UnsafeRawPointer, _ count: Int, _ output: inout OutputBuffer) {
        if unsafe limit - cursor < count &+ Slot.slack { grow(count, &output) }
        unsafe Self.copyBlock(bytes, cursor)
        if unsafe count > Slot.slack {
            unsafe (cursor + Slot.slack).copyMemory(from: bytes + Slot.slack, byteCount: count &- Slot.slack)
        }
        unsafe cursor += count
    }

    @inline(__always)
    private static func copyBlock(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        let second = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: first, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
    }

    @inline(never)
    private mutating func grow(_ count: Int, _ output: inout OutputBuffer) {
        output.advance(by: unsafe cursor - base)
        unsafe reload(max(count + Slot.slack, program.estimatedSize), &output)
    }

    private mutating func reload(_ room: Int, _ output: inout OutputBuffer) {
        unsafe base = output.reserve(room)
        unsafe cursor = base
        unsafe limit = base + room
    }

    /// Values that are encoded where they stand; pages set addresses as such, so this is rare.
    @inline(never)
    private mutating func encode(_ code: Operation.Code, _ slot: UnsafePointer<Slot>, _ output: inout OutputBuffer) {
        output.advance(by: unsafe cursor - base)
        let bytes = unsafe slot.pointee.bytes.assumingMemoryBound(to: UInt8.self)
        let text = unsafe ByteView(start: bytes, count: Int(slot.pointee.count))
        switch code {
        case .address: URLEscaping.appendAddress(text, to: &output)
        case .candidates: URLEscaping.appendCandidates(text, to: &output)
        case .candidate: URLEscaping.appendAddress(text, comma: false, to: &output)
        default: URLEscaping.appendComponent(text, to: &output)
        }
        unsafe reload(program.estimatedSize + Slot.slack, &output)
    }
}
