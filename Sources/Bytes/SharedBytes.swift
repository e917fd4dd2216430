/// Bytes that never change and that many may hold: an asset, a rendered page, a frozen arena.
///
/// A zero byte that is not counted follows the last, for C functions that look for one.
@safe
public final class SharedBytes: Sendable {
    @usableFromInline nonisolated(unsafe) let start: UnsafeMutablePointer<UInt8>
    /// How many bytes there are.
    public let count: Int

    /// A copy of `bytes`.
    public init(_ bytes: ByteView) {
        count = bytes.count
        unsafe start = .allocate(capacity: count + 1)
        unsafe start.update(from: bytes.start, count: count)
        unsafe start[count] = 0
    }

    /// A copy of `bytes`.
    public convenience init(_ bytes: [UInt8]) {
        let copy = unsafe bytes.withUnsafeBytes { bytes in
            let start = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
            if let source = bytes.baseAddress {
                unsafe UnsafeMutableRawPointer(start).copyMemory(from: source, byteCount: bytes.count)
            }
            unsafe start[bytes.count] = 0
            return unsafe start
        }
        unsafe self.init(adopting: copy, count: bytes.count)
    }

    /// Takes over memory made by `UnsafeMutablePointer.allocate`, in which a zero byte follows the last.
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
