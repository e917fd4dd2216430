import Bytes
import HTTP

/// What a test wants to know about a parsed head, as values that outlive it.
struct ParsedHead: Equatable {
    var method = ""
    var path = ""
    var query = ""
    var host = ""
    var fields: [String] = []
    var framing = BodyFraming.none
    var keepsAlive = false
    var length = 0
}

/// The outcome of a look at some bytes.
enum ParseResult: Equatable {
    case incomplete
    case head(ParsedHead)
    case refused(RequestParseError)
}

/// Reads one head and copies what it says.
func parse(_ bytes: [UInt8], limits: RequestLimits = .default) -> ParseResult {
    var buffer = OutputBuffer(capacity: max(16, bytes.count))
    buffer.append(bytes)
    var request = HTTPRequest(fieldLimit: limits.fields)
    switch RequestParser(limits: limits).parse(buffer.view, into: &request) {
    case .incomplete: return .incomplete
    case .refused(let error): return .refused(error)
    case .complete(let length):
        var head = ParsedHead()
        head.method = request.methodName.string
        head.path = request.path.string
        head.query = request.query.string
        head.host = request.host.string
        for line in 0..<request.fieldCount {
            head.fields.append("\(request.name(at: line).string)=\(request.value(at: line).string)")
        }
        head.framing = request.framing
        head.keepsAlive = request.allowsKeepAlive
        head.length = length
        return .head(head)
    }
}

func parse(_ text: String, limits: RequestLimits = .default) -> ParseResult { parse(Array(text.utf8), limits: limits) }

/// Why `text` is refused, or nil when it is read (or not complete).
func refusal(_ text: String) -> RequestParseError? {
    if case .refused(let error) = parse(text) { return error }
    return nil
}

/// Calls `body` with the request that `head` is; the lines get their CR LF and the empty line.
func withRequest<Result>(_ head: String, _ body: (inout HTTPRequest) -> Result) -> Result? {
    var buffer = OutputBuffer()
    buffer.append(head.replacing("\n", with: "\r\n") + "\r\n\r\n")
    var request = HTTPRequest()
    guard case .complete = RequestParser().parse(buffer.view, into: &request) else { return nil }
    return body(&request)
}

/// A GET of `/` with these field lines.
func withGet<Result>(_ fields: String..., body: (inout HTTPRequest) -> Result) -> Result? {
    withRequest((["GET / HTTP/1.1", "Host: a"] + fields).joined(separator: "\n"), body)
}

/// A buffer with the bytes of `text`.
func bytes(_ text: String) -> SharedBytes { SharedBytes(Array(text.utf8)) }

/// The bytes of `text`, for good: a view does not keep what it looks into.
func lasting(_ text: String) -> ByteView { lasting(Array(text.utf8)) }

/// The bytes, for good.
func lasting(_ bytes: [UInt8]) -> ByteView {
    unsafe Unmanaged.passRetained(SharedBytes(bytes)).takeUnretainedValue().view
}
