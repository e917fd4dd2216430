internal import Bytes
internal import HTTP

/// Where the head of an answer is written. What every 200 begins with stays in it from one answer to the next.
struct ResponseHeadBuffer: ~Copyable {
    /// The head so far.
    var bytes = OutputBuffer(capacity: 4096)
    /// Which edition of the date the start is made of; 0: the start is of another kind.
    private var edition = 0
    private var identifierStart = 0
    private var startCount = 0

    /// The length of the identifiers made here; a proxy's may have another.
    private static var identifierCount: Int { 16 }

    /// Starts a head: status line, `Date` and `X-Request-Id`.
    mutating func begin(_ status: HTTPStatus, date: borrowing DateLine, identifier: ByteView) {
        guard status.code == 200, identifier.count == Self.identifierCount, edition == date.edition else {
            return write(status, date: date, identifier: identifier)
        }
        bytes.truncate(to: startCount)
        bytes.replace(at: identifierStart, with: identifier)
    }

    private mutating func write(_ status: HTTPStatus, date: borrowing DateLine, identifier: ByteView) {
        bytes.removeAll()
        ResponseHead.appendStatusLine(status, to: &bytes)
        bytes.append(date.line)
        bytes.append("X-Request-Id: ")
        identifierStart = bytes.count
        bytes.append(identifier)
        bytes.append("\r\n")
        startCount = bytes.count
        edition = status.code == 200 && identifier.count == Self.identifierCount ? date.edition : 0
    }
}
