import Bytes
import HTTP
import Testing

struct RequestParserTests {
    @Test func `a head is read into its parts`() {
        let text = "GET /friends?open=a HTTP/1.1\r\nHost: example.org:80\r\nAccept:\ttext/html \r\nX-Empty:\r\n\r\nrest"
        var head = ParsedHead()
        head.method = "GET"
        head.path = "/friends"
        head.query = "open=a"
        head.host = "example.org:80"
        head.fields = ["Host=example.org:80", "Accept=text/html", "X-Empty="]
        head.keepsAlive = true
        head.length = text.utf8.count - 4
        #expect(parse(text) == .head(head))
    }

    @Test func `a head cut anywhere is incomplete, and whole it reads the same`() {
        let text = "\r\nPOST /a%20b?c=d&e HTTP/1.1\r\nHost: [::1]:8080\r\ncOnTeNt-LeNgTh: 010\r\nCookie: a=b\r\n\r\n"
        let bytes = Array(text.utf8)
        for cut in 0..<bytes.count { #expect(parse(Array(bytes[..<cut])) == .incomplete, "cut at \(cut)") }
        guard case .head(let head) = parse(bytes) else { return #expect(Bool(false), "not read") }
        #expect(head.framing == .length(10))
        #expect(head.length == bytes.count)
        #expect(parse(bytes + Array("GET ".utf8)) == .head(head))
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\nHost: a\r\n\r\n", RequestParseError.bareLineFeed),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/1\r\nHost: a\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/01.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .malformedRequestLine),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .unsupportedVersion),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedMethod),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedMethod),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedMethod),
        ("GET /\r\n\r\n", .malformedTarget),
        ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET /\" \"/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
        ("GET /\u{7f} HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
        ("GET /\" HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", .malformedFieldName),
        ("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", .malformedPercentEncoding),
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", .malformedPercentEncoding),
        ("GET /?q=%u0041 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedPercentEncoding),
        ("GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedPercentEncoding),
        ("GET /%0d%0a HTTP/1.1\r\nHost: a\r\n\r\n", .malformedPercentEncoding),
        ("GET / HTTP/1.1\r\n\r\n", .missingHost),
        ("GET http://a/ HTTP/1.1\r\n\r\n", .missingHost),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: a:80a\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: [1.2.3.4]\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .malformedHost),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField),
        ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .foldedField),
        ("GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n", .malformedFieldName),
        ("GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n", .malformedFieldName),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", .malformedFieldName),
        ("GET / HTTP/1.1\r\nHost: a\r\n\rX", .malformedFieldName),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", .malformedFieldValue),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", .malformedFieldValue),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n", .bareLineFeed),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion),
    ])
    func `what is no request is refused`(_ text: String, _ error: RequestParseError) {
        #expect(refusal(text) == error)
    }

    @Test(arguments: [
        "+5", "-0", "-1", "0x5", "0o5", "5_0", "5abc", "5; ", "\"5\"", "5.0", "5 5", "5, 5", "", "５", "٥", "1e1",
    ])
    func `a length that is not digits is refused`(_ value: String) {
        #expect(refusal("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(value)\r\n\r\n") == .malformedContentLength)
    }

    @Test(arguments: [
        ("Content-Length: 5\r\nContent-Length: 6", RequestParseError.conflictingContentLength),
        ("Content-Length: 5\r\nTransfer-Encoding: chunked", .bothFramings),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5", .bothFramings),
        ("Transfer-Encoding: gzip", .unsupportedTransferCoding),
        ("Transfer-Encoding: chunked, gzip", .unsupportedTransferCoding),
        ("Transfer-Encoding: gzip, chunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: identity", .unsupportedTransferCoding),
        ("Transfer-Encoding: \"chunked\"", .unsupportedTransferCoding),
        ("Transfer-Encoding: xchunked", .unsupportedTransferCoding),
        ("Transfer-Encoding:", .unsupportedTransferCoding),
        ("Transfer-Encoding: ,chunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: \u{A0}chunked", .unsupportedTransferCoding),
        ("Transfer-Encoding: chun\u{212A}ed", .unsupportedTransferCoding),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .unsupportedTransferCoding),
        ("Content-Length: 1048577", .bodyTooLarge(limit: 1_048_576)),
        ("Content-Length: 18446744073709551621", .bodyTooLarge(limit: 1_048_576)),
        ("Content-Length: 99999999999999999999999999999999", .bodyTooLarge(limit: 1_048_576)),
    ])
    func `a body whose end is in doubt is refused`(_ fields: String, _ error: RequestParseError) {
        #expect(refusal("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n") == error)
        #expect(refusal("POST / HTTP/1.1\r\n\(fields)\r\nHost: a\r\n\r\n") == error)
    }

    @Test func `chunks are of HTTP 1 1`() {
        #expect(refusal("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .transferCodingBeforeHTTP11)
        guard case .head(let head) = parse("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\tCHUNKED \r\n\r\n") else {
            return #expect(Bool(false), "not read")
        }
        #expect(head.framing == .chunked)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.9", "", true), ("HTTP/1.0", "", false),
        ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.1", "Connection: foo, CLOSE\r\n", false),
        ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
        ("HTTP/1.0", "Connection: Keep-Alive\r\n", true), ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
        ("HTTP/1.1", "Connection: closed\r\n", true),
    ])
    func `the client says whether the connection goes on`(_ version: String, _ fields: String, _ keeps: Bool) {
        guard case .head(let head) = parse("GET / \(version)\r\nHost: a\r\n\(fields)\r\n") else {
            return #expect(Bool(false), "not read")
        }
        #expect(head.keepsAlive == keeps)
    }

    @Test(arguments: [
        ("http://b.example/x?y", "/x", "y", "b.example"), ("HTTP://b:81", "/", "", "b:81"),
        ("https://[2001:db8::1]?q", "/", "q", "[2001:db8::1]"), ("/a?b?c", "/a", "b?c", "a"), ("/?", "/", "", "a"),
        ("//x/y", "//x/y", "", "a"),
    ])
    func `every form of target gives path, query and host`(
        _ target: String,
        _ path: String,
        _ query: String,
        _ host: String,
    ) {
        guard case .head(let head) = parse("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") else {
            return #expect(Bool(false), "not read")
        }
        #expect(head.path == path && head.query == query && head.host == host)
    }

    @Test func `the lines before a fault are known`() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: zh\r\nX : 1\r\n\r\n"
        var request = HTTPRequest()
        let outcome = RequestParser().parse(lasting(text), into: &request)
        #expect(outcome == .refused(.malformedFieldName))
        #expect(request[.acceptLanguage] == ByteView("zh"))
    }

    @Test func `limits hold to the byte`() {
        var limits = RequestLimits()
        limits.headBytes = 100
        limits.targetBytes = 20
        limits.fields = 3
        let line = "GET /" + String(repeating: "a", count: 19)
        #expect(parse(line + " HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits) != .refused(.targetTooLong(limit: 20)))
        #expect(parse(line + "a", limits: limits) == .refused(.targetTooLong(limit: 20)))
        let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
        let fits = start + String(repeating: "b", count: 100 - start.utf8.count - 4) + "\r\n\r\n"
        guard case .head = parse(fits, limits: limits) else { return #expect(Bool(false), "100 bytes must fit") }
        let long = start + String(repeating: "b", count: 100 - start.utf8.count - 3) + "\r\n\r\n"
        #expect(parse(long, limits: limits) == .refused(.headTooLarge(limit: 100)))
        #expect(
            parse("GET / HTTP/1.1\r\nHost: a\r\nA:\r\nB:\r\nC:\r\n\r\n", limits: limits)
                == .refused(.tooManyFields(limit: 3))
        )
    }
}
