/// Writes bits, lowest first, into memory that its maker sized for all of them.
@safe
struct BitWriter: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var offset = 0
    private var pending: UInt64 = 0
    private var pendingCount = 0

    /// `memory` has room for all bits and eight bytes more, and outlives the writer. Bits that would not fit are
    /// dropped, never written past its end.
    init(_ memory: UnsafeMutableRawBufferPointer) {
        unsafe self.memory = memory
    }

    /// Writes the low `count` bits of `bits`, at most 56; the others are 0.
    @inline(__always)
    mutating func put(_ bits: UInt64, _ count: Int) {
        pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
        pendingCount &+= count
        guard unsafe offset &+ 8 <= memory.count else { return }
        unsafe memory.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
        offset &+= pendingCount &>> 3
        pending &>>= UInt64(truncatingIfNeeded: pendingCount & ~7)
        pendingCount &= 7
    }

    /// Writes the low `width` bits of `bits` `times` over.
    mutating func put(_ bits: UInt64, _ width: Int, times: Int) {
        guard width > 0 else { return }
        let atOnce = 56 / width
        var chunk: UInt64 = 0
        for index in 0..<atOnce { chunk |= bits &<< UInt64(truncatingIfNeeded: index &* width) }
        var left = times
        while left >= atOnce {
            put(chunk, width &* atOnce)
            left &-= atOnce
        }
        for _ in 0..<left { put(bits, width) }
    }

    /// Fills the last byte with zero bits and returns how many bytes there are.
    func finish() -> Int {
        offset + (pendingCount + 7) / 8
    }
}
