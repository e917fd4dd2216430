import Bytes
import HTTP
import Testing

struct ConditionalRequestTests {
    private static let modified = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT

    private func outcome(_ fields: String, method: String = "GET") -> ConditionalRequest.Outcome? {
        let head = "\(method) / HTTP/1.1\nHost: a" + (fields.isEmpty ? "" : "\n" + fields)
        return withRequest(head) {
            ConditionalRequest.evaluate($0, tag: ByteView("\"v1\""), lastModified: Self.modified)
        }
    }

    @Test(arguments: [
        ("", ConditionalRequest.Outcome.proceed),
        ("If-None-Match: \"v1\"", .notModified), ("If-None-Match: W/\"v1\"", .notModified),
        ("If-None-Match: \"a\", \"v1\" , \"b\"", .notModified), ("If-None-Match: *", .notModified),
        ("If-None-Match: \"a\"\nIf-None-Match: \"v1\"", .notModified),
        ("If-None-Match: \"a,\\\", \"v1\"", .notModified),
        ("If-None-Match: v1", .proceed), ("If-None-Match: \"v2\"", .proceed), ("If-None-Match: \"v1", .proceed),
        ("If-None-Match: \"*\"", .proceed), ("If-None-Match: ", .proceed),
        ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", .notModified),
        ("If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT", .notModified),
        ("If-Modified-Since: Sun Nov  6 08:49:37 1994", .notModified),
        ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT", .proceed), ("If-Modified-Since: yesterday", .proceed),
        ("If-None-Match: \"v2\"\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", .proceed),
        ("If-None-Match: \"v1\"\nIf-Modified-Since: Sun, 06 Nov 1904 08:49:37 GMT", .notModified),
        ("If-Match: \"v1\"", .proceed), ("If-Match: *", .proceed), ("If-Match: W/\"v1\"", .preconditionFailed),
        ("If-Match: \"v2\"", .preconditionFailed),
        ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT", .preconditionFailed),
        ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", .proceed), ("If-Unmodified-Since: never", .proceed),
        ("If-Match: \"v1\"\nIf-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT", .proceed),
        ("If-Match: \"v1\"\nIf-None-Match: \"v1\"", .notModified),
    ])
    func `preconditions are judged in their order`(_ fields: String, _ expected: ConditionalRequest.Outcome) {
        #expect(outcome(fields) == expected)
        #expect(outcome(fields, method: "HEAD") == expected)
    }

    @Test func `other methods fail where a read finds nothing new`() {
        #expect(outcome("If-None-Match: \"v1\"", method: "PUT") == .preconditionFailed)
        #expect(outcome("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", method: "PUT") == .proceed)
    }

    @Test(arguments: [
        ("If-Range: \"v1\"", true), ("If-Range: W/\"v1\"", false), ("If-Range: \"v2\"", false), ("If-Range: v1", false),
        ("If-Range: Sun, 06 Nov 1994 08:49:37 GMT", true), ("If-Range: Sun, 06 Nov 1994 08:49:38 GMT", false),
    ])
    func `a range holds only for the very same content`(_ field: String, _ holds: Bool) {
        let allowed = withGet(field) {
            ConditionalRequest.allowsRange($0, tag: ByteView("\"v1\""), lastModified: Self.modified)
        }
        #expect(allowed == holds)
    }

    @Test(arguments: [
        ("bytes=0-9", RangeRequest.part(0..<10)), ("bytes=2-5", .part(2..<6)), ("BYTES=5-", .part(5..<100)),
        ("bytes=-4", .part(96..<100)), ("bytes=-500", .part(0..<100)), ("bytes=3-500", .part(3..<100)),
        ("bytes=3-1000000000000000000000000000000", .part(3..<100)), ("bytes=99-99", .part(99..<100)),
        ("bytes=100-", .unsatisfiable), ("bytes=9999999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=5-2", .whole), ("lines=0-1", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
        ("bytes=+1-2", .whole), ("bytes=0-1,6-7", .whole), ("bytes 0-1", .whole), ("bytes=1-2-3", .whole),
    ])
    func `a range gives exactly the bytes asked for`(_ value: String, _ expected: RangeRequest) {
        #expect(RangeRequest(lasting(value), size: 100) == expected)
    }

    @Test func `ranges of nothing and of other methods`() {
        #expect(RangeRequest(ByteView("bytes=0-"), size: 0) == .unsatisfiable)
        #expect(withRequest("HEAD / HTTP/1.1\nHost: a\nRange: bytes=0-1") { RangeRequest($0, size: 9) } == .whole)
        #expect(withGet("Range: bytes=0-1", "Range: bytes=2-3") { RangeRequest($0, size: 9) } == .whole)
    }
}
