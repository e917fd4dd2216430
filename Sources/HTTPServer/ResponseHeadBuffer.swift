internal import Bytes
internal import HTTP

/// Where the head of an answer is written. What nearly every answer begins with stays in it from one to the next.
struct ResponseHeadBuffer: ~Copyable {
    /// The head so far.
    var bytes = OutputBuffer(capacity: 4096)
    /// Which edition of the date the start of a 200 is made of; 0: another head is there.
    private var edition = 0
    private var identifierStart = 0
    private var startCount = 0

    /// The length of the identifiers made here; a proxy's may have another.
    private static var identifierCount: Int { 16 }

    /// Starts the head of a 200 up to and with `Content-Length: `; false when the identifier has an unusual length.
    mutating func beginSuccess(date: borrowing DateLine, identifier: ByteView) -> Bool {
        guard identifier.count == Self.identifierCount else { return false }
        if edition == date.edition {
            bytes.truncate(to: startCount)
            bytes.replace(at: identifierStart, with: identifier)
            return true
        }
        begin(.ok, date: date, identifier: identifier)
        bytes.append("Content-Length: ")
        startCount = bytes.count
        edition = date.edition
        return true
    }

    /// Starts a head: status line, `Date` and `X-Request-Id`.
    mutating func begin(_ status: HTTPStatus, date: borrowing DateLine, identifier: ByteView) {
        edition = 0
        bytes.removeAll()
        ResponseHead.appendStatusLine(status, to: &bytes)
        bytes.append(date.line)
        bytes.append("X-Request-Id: ")
        identifierStart = bytes.count
        bytes.append(identifier)
        bytes.appendLineEnd()
    }
}
