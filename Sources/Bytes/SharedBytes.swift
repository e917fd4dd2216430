/// Bytes that never change and that many may hold: an asset, a rendered page, a frozen arena.
@safe
public final class SharedBytes: Sendable {
    @usableFromInline nonisolated(unsafe) let start: UnsafeMutablePointer<UInt8>
    /// How many bytes there are.
    public let count: Int

    /// A copy of `bytes`.
    public init(_ bytes: ByteView) {
        unsafe start = .allocate(capacity: max(1, bytes.count))
        unsafe start.update(from: bytes.start, count: bytes.count)
        count = bytes.count
    }

    /// A copy of `bytes`.
    public convenience init(_ bytes: [UInt8]) {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        for (index, byte) in bytes.enumerated() { unsafe start[index] = byte }
        unsafe self.init(adopting: start, count: bytes.count)
    }

    /// Takes over memory made by `UnsafeMutablePointer.allocate`.
    init(adopting start: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    deinit {
        unsafe start.deallocate()
    }

    /// All the bytes. Valid while this object is kept.
    ///
    /// Give the object a name that outlives the view: in `contents(…).view.array` it ends before the bytes are read.
    @inlinable
    public var view: ByteView { unsafe ByteView(start: start, count: count) }

    /// The bytes at `range`; none where it reaches past the end. Valid while this object is kept.
    @inlinable
    public subscript(range: ByteRange) -> ByteView {
        view[Int(range.offset)..<Int(range.offset) + Int(range.count)]
    }
}
