/// A program for records, in memory that the renderer walks with plain pointers.
@safe
final class PackedProgram: Sendable {
    nonisolated(unsafe) let operations: UnsafeMutablePointer<Operation>
    nonisolated(unsafe) let literals: UnsafeMutableRawPointer
    let operationCount: Int
    /// About how long the output is: all literals once and 32 bytes for each value.
    let estimatedSize: Int

    init(_ program: Program) {
        let packed = OperationPacker.pack(program)
        operationCount = packed.count
        unsafe operations = .allocate(capacity: packed.count)
        for (index, operation) in packed.enumerated() { unsafe (operations + index).initialize(to: operation) }
        let size = unsafe program.literals.count + Slot.slack
        unsafe literals = .allocate(byteCount: size, alignment: 16)
        unsafe literals.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        for (index, byte) in program.literals.enumerated() {
            unsafe literals.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        }
        estimatedSize = program.literals.count + packed.count * 32
    }

    deinit {
        unsafe operations.deallocate()
        unsafe literals.deallocate()
    }
}
