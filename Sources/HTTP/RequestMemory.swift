internal import Bytes
internal import CBytes

/// What earlier heads of an event loop said and what it meant: clients say the same again and again.
///
/// Belongs to one request value, which gives its memory back.
@safe
struct RequestMemory {
    /// The last `Host` that was seen to be well formed.
    let host = RememberedText()
    /// The last `Accept-Encoding`, and what it allows.
    let codingText = RememberedText()
    let codings: UnsafeMutablePointer<AcceptedCodings>

    init() {
        unsafe codings = .allocate(capacity: 1)
        unsafe codings.initialize(to: AcceptedCodings())
    }

    func deallocate() {
        host.deallocate()
        codingText.deallocate()
        unsafe codings.deallocate()
    }
}

/// A copy of a short field value.
@safe
struct RememberedText {
    /// Longer values are not remembered: no client of ours sends them.
    private static var mostBytes: Int { 128 }

    private let bytes: UnsafeMutablePointer<UInt8>
    private let count: UnsafeMutablePointer<Int>

    init() {
        unsafe bytes = .allocate(capacity: Self.mostBytes)
        unsafe count = .allocate(capacity: 1)
        // No value has this length: nothing is remembered.
        unsafe count.initialize(to: -1)
    }

    func deallocate() {
        unsafe bytes.deallocate()
        unsafe count.deallocate()
    }

    /// Whether this is the text that was kept last.
    @inline(__always)
    func holds(_ text: ByteView) -> Bool {
        // Sound: both have `text.count` bytes.
        unsafe text.count == count.pointee && cbytes_equal(text.pointer, bytes, text.count) != 0
    }

    /// Remembers `text` if it is short enough.
    func keep(_ text: ByteView) {
        guard text.count <= Self.mostBytes else { return }
        unsafe bytes.update(from: text.pointer, count: text.count)
        unsafe count.pointee = text.count
    }
}
