public import Bytes

/// What answers a request: a status, ready field lines and a body, none of them copied before they are sent.
///
/// The server adds `Date`, `Connection`, `Content-Length` and `X-Request-Id`, and leaves out the body of an answer to
/// HEAD; everything else is the responder's.
public struct HTTPResponse {
    /// The content of the answer.
    public enum Body {
        /// No content: `Content-Length: 0` where the status allows one.
        case none
        /// What was appended to the buffer after the further fields, if any.
        case buffer
        /// Bytes that somebody keeps: an asset, a cached page. Large ones are sent without a copy.
        case shared(SharedBytes, ByteRange)
        /// The content that a GET would have, not made because this answers HEAD.
        case omitted(length: Int)
        /// As `omitted`, of a length that nobody knows without making it: `Content-Length` is left out.
        case unmeasured
        /// Content that is being made: the request waits and is put to the responder again with it. Nothing else of this
        /// answer counts.
        case pending(PendingContent)
    }

    /// The status.
    public var status: HTTPStatus
    /// Ready `Name: value\r\n` lines that somebody keeps, or nil.
    public var fields: SharedBytes?
    /// Which bytes of `fields` are meant.
    public var fieldRange: ByteRange
    /// How many bytes at the start of what was appended to the buffer are further field lines **with the empty line that
    /// ends them**: what `OutputBuffer.endFields(from:)` returns. 0 when there are none.
    public var furtherFields = 0
    /// The content.
    public var body: Body
    /// Which of `ResponderFactory.routeNames` this answer counts for in the metrics.
    public var route: UInt8 = 0
    /// Whether the connection is closed after this answer, whatever the client wants.
    public var closes = false

    /// An answer with these parts.
    @inlinable
    public init(_ status: HTTPStatus, fields: SharedBytes? = nil, body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
        fieldRange = ByteRange(offset: 0, count: UInt32(truncatingIfNeeded: fields?.count ?? 0))
    }
}

extension HTTPResponse.Body {
    /// All of `bytes`.
    @inlinable
    public static func shared(_ bytes: SharedBytes) -> Self {
        .shared(bytes, ByteRange(offset: 0, count: UInt32(truncatingIfNeeded: bytes.count)))
    }
}

extension OutputBuffer {
    /// Writes the field line `name: value`. Control bytes, which could end the line early, become spaces.
    public mutating func append(field name: StaticString, _ value: ByteView) {
        append(name)
        append(": ")
        let start = count
        append(value)
        for index in 0..<value.count where value[index] < 0x20 || value[index] == 0x7f {
            replace(at: start + index, with: ByteView(" "))
        }
        append("\r\n")
    }

    /// Writes the field line `name: value`.
    public mutating func append(field name: StaticString, _ value: StaticString) {
        append(field: name, ByteView(value))
    }

    /// Ends field lines that were appended from `start` on and says how long they are: the value for `furtherFields`.
    public mutating func endFields(from start: Int) -> Int {
        append("\r\n")
        return count - start
    }
}
