/// One raw, growing block of bytes that everything is written into: heads, pages, pictures.
///
/// Appending costs a bounds check and a copy; memory grows by doubling and is kept by `removeAll`.
@safe
public struct OutputBuffer: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// How many bytes were written.
    public private(set) var count: Int {
        @inlinable get { length }
        set { length = newValue }
    }
    @usableFromInline var length: Int

    /// An empty buffer with room for `capacity` bytes.
    public init(capacity: Int = 4096) {
        self.capacity = max(16, capacity)
        unsafe start = .allocate(capacity: self.capacity)
        length = 0
    }

    deinit {
        unsafe start.deallocate()
    }

    /// Whether nothing was written.
    @inlinable
    public var isEmpty: Bool { length == 0 }

    /// How many bytes fit before memory grows again.
    @inlinable
    public var reservedCapacity: Int { capacity }

    /// Makes room for `size` more bytes.
    @inlinable
    public mutating func need(_ size: Int) {
        if capacity &- length < size { grow(by: size) }
    }

    @usableFromInline
    mutating func grow(by size: Int) { move(toCapacity: max(capacity * 2, length + size)) }

    private mutating func move(toCapacity larger: Int) {
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: start, count: length)
        unsafe start.deallocate()
        unsafe start = moved
        capacity = larger
    }

    /// Writes one byte.
    @inlinable
    public mutating func append(_ byte: UInt8) {
        need(1)
        unsafe start[length] = byte
        length &+= 1
    }

    /// Writes CR LF.
    @inlinable
    public mutating func appendLineEnd() {
        need(2)
        unsafe start[length] = UInt8(ascii: "\r")
        unsafe start[length &+ 1] = UInt8(ascii: "\n")
        length &+= 2
    }

    /// Writes a copy of `bytes`.
    @inlinable
    public mutating func append(_ bytes: ByteView) {
        need(bytes.count)
        unsafe (start + length).update(from: bytes.start, count: bytes.count)
        length &+= bytes.count
    }

    /// Writes a literal.
    @inlinable
    public mutating func append(_ literal: StaticString) {
        append(ByteView(literal))
    }

    /// Writes the UTF-8 of `string`.
    ///
    /// Disfavoured, so that a literal is a `StaticString` and costs no more than its bytes.
    @_disfavoredOverload
    public mutating func append(_ string: String) {
        var copy = string
        copy.withUTF8 { unsafe append(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Writes a copy of `bytes`.
    public mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append(ByteView($0)) }
    }

    /// Writes `number` in decimal digits.
    @inlinable
    public mutating func append(decimal number: Int) {
        need(20)
        var rest = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        var digits = 1
        var bound: UInt = 10
        while digits < 20, rest >= bound {
            digits &+= 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        var index = length &+ digits
        length = index
        repeat {
            index &-= 1
            unsafe start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    /// Makes room for `capacity` bytes, lets `body` fill them from the start and say how many it wrote.
    ///
    /// `body` must write only inside the buffer it gets and return at most its count.
    @inlinable
    public mutating func append<Failure: Error>(
        room: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        need(room)
        let written = try unsafe body(UnsafeMutableRawBufferPointer(start: start + length, count: room))
        length &+= min(max(0, written), room)
    }

    /// Forgets what was written past `count` bytes; memory is kept.
    @inlinable
    public mutating func truncate(to count: Int) {
        length = min(length, max(0, count))
    }

    /// Forgets the first `length` bytes and moves the rest to the front.
    public mutating func removeFirst(_ length: Int) { remove(0..<max(0, length)) }

    /// Forgets the bytes of `range`, cut to what was written, and moves what follows to its place.
    public mutating func remove(_ range: Range<Int>) {
        let lower = min(max(0, range.lowerBound), length)
        let upper = min(max(lower, range.upperBound), length)
        unsafe (start + lower).update(from: start + upper, count: length - upper)
        length -= upper - lower
    }

    /// Forgets what was written; memory is kept.
    @inlinable
    public mutating func removeAll() { length = 0 }

    /// Overwrites the bytes from `offset`, as far as they were written.
    @inlinable
    public mutating func replace(at offset: Int, with bytes: ByteView) {
        guard offset >= 0, offset <= length, bytes.count <= length - offset else { return }
        unsafe (start + offset).update(from: bytes.start, count: bytes.count)
    }

    /// What was written. Valid until the next change.
    @inlinable
    public var view: ByteView { unsafe ByteView(start: start, count: length) }

    /// The bytes for good: unused room is kept, and no copy is made unless there is none.
    public consuming func freeze() -> SharedBytes {
        if capacity == length { move(toCapacity: length + 1) }
        unsafe start[length] = 0
        let bytes = unsafe SharedBytes(adopting: start, count: length)
        discard self
        return bytes
    }
}
