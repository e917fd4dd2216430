internal import Bytes
internal import HTTP

/// Where the head of an answer is written. What most answers begin with stays in it from one to the next.
struct ResponseHeadBuffer: ~Copyable {
    /// What a beginning was made for: another one has to be written when any of it changes.
    private struct Beginning: Equatable {
        var status: UInt16
        var hasLength: Bool
        /// Of the date.
        var edition: Int
    }

    /// The head so far.
    var bytes = OutputBuffer(capacity: 4096)
    private var beginning = Beginning(status: 0, hasLength: false, edition: 0)
    private var identifierStart = 0
    private var identifierCount = 0
    private var beginningCount = 0

    /// Starts a head: status line, `Date`, `X-Request-Id`, and with `hasLength` `Content-Length: `, whose digits and line end must
    /// follow. Only the identifier is written when the last head began alike.
    @inline(__always)
    mutating func begin(
        _ status: HTTPStatus,
        hasLength: Bool = false,
        date: borrowing DateLine,
        identifier: ByteView,
    ) {
        let wanted = Beginning(status: status.code, hasLength: hasLength, edition: date.edition)
        if wanted == beginning, identifier.count == identifierCount {
            bytes.truncate(to: beginningCount)
            bytes.replace(at: identifierStart, with: identifier)
            return
        }
        beginning = wanted
        identifierCount = identifier.count
        write(status, date: date, identifier: identifier)
    }

    private mutating func write(_ status: HTTPStatus, date: borrowing DateLine, identifier: ByteView) {
        bytes.removeAll()
        ResponseHead.appendStatusLine(status, to: &bytes)
        bytes.append(date.line)
        bytes.append("X-Request-Id: ")
        identifierStart = bytes.count
        bytes.append(identifier)
        bytes.appendLineEnd()
        if beginning.hasLength { bytes.append("Content-Length: ") }
        beginningCount = bytes.count
    }
}
