import Bytes

@testable import RosterSite

/// A view of text that stays for the rest of the test run: tests compare, they don't own.
func view(_ text: String) -> ByteView {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.utf8.count))
    for (index, byte) in text.utf8.enumerated() { unsafe bytes[index] = byte }
    return unsafe ByteView(start: bytes, count: text.utf8.count)
}

/// What `body` appends for `text`.
func made(_ text: String, _ body: (ByteView, inout OutputBuffer) -> Void) -> String {
    var buffer = OutputBuffer(capacity: 64)
    body(view(text), &buffer)
    return buffer.view.string
}
