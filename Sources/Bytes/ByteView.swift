/// Some bytes that somebody else owns: a pointer and a count, nothing to retain.
///
/// A view is valid only as long as what it looks into: the request during `respond`, an arena or a document while it
/// is kept. Never store one beyond that. Every access is bounds-checked; a view copies as two words.
@frozen
@safe
public struct ByteView {
    @usableFromInline let start: UnsafePointer<UInt8>
    /// How many bytes there are.
    public let count: Int

    /// Where the bytes lie: for the few places that scan raw memory and check every read against `count`.
    @inlinable
    @unsafe
    public var pointer: UnsafePointer<UInt8> { unsafe start }

    /// The `count` bytes at `start`, which the caller keeps alive and unchanged while the view is used.
    @inlinable
    public init(start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = max(0, count)
    }

    /// The bytes of `buffer`, which the caller keeps alive and unchanged while the view is used.
    @inlinable
    public init(_ buffer: UnsafeRawBufferPointer) {
        if let base = buffer.baseAddress {
            unsafe self.init(start: base.assumingMemoryBound(to: UInt8.self), count: buffer.count)
        } else {
            self = .empty
        }
    }

    /// The bytes of a literal: they live as long as the program.
    @inlinable
    public init(_ literal: StaticString) {
        if literal.hasPointerRepresentation {
            unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        } else {
            self = .empty
        }
    }

    /// No bytes.
    @inlinable
    public static var empty: ByteView {
        let nothing: StaticString = ""
        return unsafe ByteView(start: nothing.utf8Start, count: 0)
    }

    /// Whether there are no bytes.
    @inlinable
    public var isEmpty: Bool { count == 0 }

    /// The byte at `index`, which must lie in `0 ..< count`: traps otherwise.
    @inlinable
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "ByteView index out of range")
        return unsafe start[index]
    }

    /// The bytes of `range`, cut to what there is.
    @inlinable
    public subscript(range: Range<Int>) -> ByteView {
        let lower = min(max(0, range.lowerBound), count)
        let upper = min(max(lower, range.upperBound), count)
        return unsafe ByteView(start: start + lower, count: upper - lower)
    }

    /// What follows the first `length` bytes; nothing if there are fewer.
    @inlinable
    public func dropFirst(_ length: Int) -> ByteView { self[length..<max(count, length)] }

    /// The first `length` bytes, or all if there are fewer.
    @inlinable
    public func prefix(_ length: Int) -> ByteView { self[0..<max(0, length)] }

    /// The index of the first `byte` at or after `from`, or nil.
    @inlinable
    public func firstIndex(of byte: UInt8, from: Int = 0) -> Int? {
        var index = max(0, from)
        while index < count {
            if unsafe start[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Whether the bytes begin with those of `prefix`.
    @inlinable
    public func hasPrefix(_ prefix: ByteView) -> Bool {
        count >= prefix.count && self[0..<prefix.count] == prefix
    }

    /// Whether both hold the same bytes, ASCII letters compared without case.
    @inlinable
    public func equalsIgnoringCase(_ other: ByteView) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index < count {
            guard unsafe ASCII.lowercased(start[index]) == ASCII.lowercased(other.start[index]) else { return false }
            index += 1
        }
        return true
    }

    /// A string of the bytes; what is not UTF-8 becomes U+FFFD. Copies.
    @inlinable
    public var string: String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// An array of the bytes. Copies.
    @inlinable
    public var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Calls `body` with the bytes as a raw buffer.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension ByteView: Equatable {
    /// Whether both hold the same bytes.
    @inlinable
    public static func == (left: ByteView, right: ByteView) -> Bool {
        guard left.count == right.count else { return false }
        var index = 0
        while index < left.count {
            guard unsafe left.start[index] == right.start[index] else { return false }
            index += 1
        }
        return true
    }
}

extension ByteView: Comparable {
    /// Whether the bytes of `left` come before those of `right`, compared one by one.
    @inlinable
    public static func < (left: ByteView, right: ByteView) -> Bool {
        var index = 0
        let shared = min(left.count, right.count)
        while index < shared {
            let (one, other) = unsafe (left.start[index], right.start[index])
            if one != other { return one < other }
            index += 1
        }
        return left.count < right.count
    }
}

extension ByteView: Hashable {
    /// Feeds the bytes to `hasher`.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
