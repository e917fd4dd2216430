import Bytes
import HTTP
import Testing

struct PathAndQueryTests {
    private func decode(_ path: String) -> (RequestPath.Outcome, String) {
        var output = OutputBuffer()
        let outcome = RequestPath.decode(lasting(path), into: &output)
        return (outcome, output.view.string)
    }

    @Test(arguments: [
        ("/", "/"), ("/friends", "/friends"), ("/friends/", "/friends/"), ("/a%20b", "/a b"),
        ("/%E4%BD%A0", "/你"), ("/a%2Bb+c", "/a+b+c"), ("/...", "/..."), ("/%25", "/%"),
    ])
    func `an address is decoded once`(_ path: String, _ expected: String) {
        #expect(decode(path) == (.plain, expected))
    }

    @Test(arguments: [
        ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/a/..", "/"), ("/a/.", "/a/"), ("//a", "/a"), ("/a//b", "/a/b"),
        ("/%61", "/a"), ("/a/%2e%2e/b", "/b"), ("/a/b/../../c", "/c"),
    ])
    func `another spelling is told from the address itself`(_ path: String, _ expected: String) {
        #expect(decode(path) == (.respelled, expected))
    }

    @Test(arguments: [
        "", "a", "*", "/..", "/../etc/passwd", "/%2e%2e/etc", "/a/../../b", "/..%2fetc", "/a%2fb", "/..\\etc", "/a%5cb",
        "/%00", "/a%0d%0ab", "/%7f", "/%", "/%zz", "/%c0%ae%c0%ae/", "/%ed%a0%80", "/%f4%90%80%80", "/%ff", "/%e4%bd",
    ])
    func `what leads out or is no text is refused`(_ path: String) {
        #expect(decode(path) == (.refused, ""))
    }

    @Test(arguments: 0...40)
    func `a fault is seen wherever it stands`(_ before: Int) {
        let start = "/x" + String(repeating: "x", count: before)
        for after in [0, 1, 15, 20] {
            let end = String(repeating: "y", count: after)
            #expect(decode(start + end) == (.plain, start + end))
            #expect(decode("\(start)/z\(end)") == (.plain, "\(start)/z\(end)"))
            #expect(decode("\(start)%20\(end)") == (.plain, "\(start) \(end)"))
            #expect(decode("\(start)/./z\(end)") == (.respelled, "\(start)/z\(end)"))
            #expect(decode("\(start)//z\(end)") == (.respelled, "\(start)/z\(end)"))
            for fault in ["\\", "%2f", "\u{7f}", "\n"] { #expect(decode(start + fault + end) == (.refused, "")) }
        }
    }

    @Test(arguments: 0...40)
    func `a question mark ends the path wherever it stands`(_ before: Int) {
        let path = "/" + String(repeating: "p", count: before)
        let asked = withRequest("GET \(path)?q=%41?&\(path) HTTP/1.1\nHost: a") { request in
            [request.path.string, request.query.string, request.target.string]
        }
        #expect(asked == [path, "q=%41?&\(path)", "\(path)?q=%41?&\(path)"])
        #expect(refusal("GET \(path)?q#x HTTP/1.1\r\nHost: a\r\n\r\n") == .malformedTarget)
        #expect(refusal("GET \(path)?%4 HTTP/1.1\r\nHost: a\r\n\r\n") == .malformedPercentEncoding)
    }

    @Test func `of a repeated parameter the first counts`() {
        let query = lasting("a=1&b&a=2&&c==x&%61=3")
        #expect(Query.value(of: "a", in: query) == ByteView("1"))
        #expect(Query.value(of: "b", in: query) == ByteView(""))
        #expect(Query.value(of: "c", in: query) == ByteView("=x"))
        #expect(Query.value(of: "d", in: query) == nil)
    }

    @Test(arguments: [("a+b%21", "a b!"), ("%E4%BD%A0", "你"), ("", "")])
    func `values are decoded`(_ value: String, _ expected: String) {
        var output = OutputBuffer()
        let isDecoded = Query.decode(lasting(value), into: &output)
        #expect(isDecoded && output.view.string == expected)
    }

    @Test(arguments: ["%", "%4", "%zz", "%ff", "%00", "a%0ab"])
    func `values that are no text are refused`(_ value: String) {
        var output = OutputBuffer()
        let isDecoded = Query.decode(lasting(value), into: &output)
        #expect(!isDecoded && output.isEmpty)
    }

    @Test func `encoding and decoding are each other's opposite`() {
        let all = SharedBytes(Array(UInt8.min...UInt8.max))
        var encoded = OutputBuffer()
        var decoded = OutputBuffer()
        PercentEncoding.encode(all.view, into: &encoded)
        let isDecoded = PercentEncoding.decode(encoded.view, into: &decoded)
        #expect(isDecoded && decoded.view == all.view)
    }
}

struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `a date is written and read back`(_ seconds: Int, _ text: String) {
        var output = OutputBuffer()
        HTTPDate.append(seconds, to: &output)
        #expect(output.view.string == text)
        #expect(HTTPDate.parse(output.view, now: 0) == seconds)
    }

    @Test func `every day of four centuries`() {
        for day in stride(from: 0, to: 146_097, by: 13) {
            var output = OutputBuffer()
            HTTPDate.append(day * 86_400 + 86_399, to: &output)
            #expect(HTTPDate.parse(output.view, now: 0) == day * 86_400 + 86_399)
        }
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 31 Apr 1994 00:00:00 GMT", "Sun, 00 Nov 1994 00:00:00 GMT",
        "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov +994 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 00:00:00 GMT",
    ])
    func `what is no date is none`(_ text: String) {
        #expect(HTTPDate.parse(lasting(text), now: 0) == nil)
    }

    @Test func `two digits mean the latest year within fifty years`() {
        let year2026 = 1_785_000_000
        #expect(HTTPDate.parse(ByteView("Sunday, 06-Nov-94 08:49:37 GMT"), now: year2026) == 784_111_777)
        #expect(HTTPDate.parse(ByteView("Sunday, 06-Nov-76 08:49:37 GMT"), now: year2026) == 3_371_878_177)
    }
}
