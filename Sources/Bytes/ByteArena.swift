/// A place in a `ByteArena`: eight bytes that stand for a string.
@frozen
public struct ByteRange: Sendable, Hashable {
    /// Where the bytes begin.
    public let offset: UInt32
    /// How many bytes there are.
    public let count: UInt32

    /// The `count` bytes from `offset`.
    @inlinable
    public init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    /// No bytes.
    @inlinable
    public static var empty: ByteRange { ByteRange(offset: 0, count: 0) }

    /// Whether there are no bytes.
    @inlinable
    public var isEmpty: Bool { count == 0 }
}

/// One growing block of bytes that strings are put into; each is then an offset and a length.
///
/// Holds at most 4 GiB less one byte. The block moves when it grows, so take views only when nothing is added any more.
public struct ByteArena: ~Copyable {
    @usableFromInline var buffer: OutputBuffer

    /// An empty arena with room for `capacity` bytes.
    public init(capacity: Int = 4096) {
        buffer = OutputBuffer(capacity: capacity)
    }

    /// How many bytes were put in.
    @inlinable
    public var count: Int { buffer.count }

    /// Puts a copy of `bytes` in and says where; `.empty` when the arena is full.
    @inlinable
    public mutating func add(_ bytes: ByteView) -> ByteRange {
        let offset = buffer.count
        guard !bytes.isEmpty, bytes.count <= Int(UInt32.max) - offset else { return .empty }
        buffer.append(bytes)
        return ByteRange(offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Puts the UTF-8 of `string` in and says where; `.empty` when the arena is full.
    public mutating func add(_ string: String) -> ByteRange {
        var copy = string
        return copy.withUTF8 { unsafe add(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// The bytes at `range`; none where it reaches past the end. Valid until the arena grows or ends.
    @inlinable
    public subscript(range: ByteRange) -> ByteView {
        buffer.view[Int(range.offset)..<Int(range.offset) + Int(range.count)]
    }

    /// The arena's bytes for good: no copy is made.
    public consuming func freeze() -> SharedBytes {
        buffer.freeze()
    }
}
