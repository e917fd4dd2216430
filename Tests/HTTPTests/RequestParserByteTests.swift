import HTTP
import Testing

/// Every one of the 256 octets in every kind of place.
struct RequestParserByteTests {
    private static let tokens = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    )

    private func accepts(_ before: String, _ byte: UInt8, _ after: String) -> Bool {
        if case .head = parse(Array(before.utf8) + [byte] + Array(after.utf8)) { return true }
        return false
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `an octet stands where the grammar lets it`(_ byte: UInt8) {
        #expect(accepts("G", byte, "T / HTTP/1.1\r\nHost: a\r\n\r\n") == Self.tokens.contains(byte), "method")
        let isVisible = byte > 0x20 && byte < 0x7f
        let isTarget = isVisible && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "#")
        #expect(accepts("GET /a", byte, "b HTTP/1.1\r\nHost: a\r\n\r\n") == isTarget, "target")
        #expect(
            accepts("GET /0123456789abcdef/", byte, "b HTTP/1.1\r\nHost: a\r\n\r\n") == isTarget,
            "long target"
        )
        #expect(accepts("GET /a?b", byte, "c HTTP/1.1\r\nHost: a\r\n\r\n") == isTarget, "query")
        // A colon ends the name.
        let isName = Self.tokens.contains(byte) || byte == UInt8(ascii: ":")
        #expect(accepts("GET / HTTP/1.1\r\nHost: a\r\nX", byte, "Y: 1\r\n\r\n") == isName, "name")
        #expect(
            accepts("GET / HTTP/1.1\r\nHost: a\r\nLong-Name-Of-Field", byte, "-Y: 1\r\n\r\n") == isName,
            "long name"
        )
        let isValue = byte >= 0x20 && byte != 0x7f || byte == 0x09
        #expect(accepts("GET / HTTP/1.1\r\nHost: a\r\nX: b", byte, "c\r\n\r\n") == isValue, "value")
        #expect(
            accepts("GET / HTTP/1.1\r\nHost: a\r\nX: 0123456789abcdef", byte, "0123456789abcdef\r\n\r\n") == isValue,
            "long value"
        )
        let isHost = Set("-._~%!$&'()*+;=".utf8).contains(byte) || byte < 0x80 && Self.isAlphanumeric(byte)
        #expect(accepts("GET / HTTP/1.1\r\nHost: a", byte, "b\r\n\r\n") == isHost, "host")
        #expect(accepts("GET / HTTP/1.", byte, "\r\nHost: a\r\n\r\n") == (byte >= 0x30 && byte <= 0x39), "version")
        #expect(accepts("GET / HTTP/1.1\r", byte, "Host: a\r\n\r\n") == (byte == 0x0a), "line end")
        #expect(accepts("GET / HTTP/1.1\r\nHost: a\r\n\r", byte, "") == (byte == 0x0a), "end")
        let isDigit = byte >= 0x30 && byte <= 0x39
        #expect(
            accepts("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1", byte, "2\r\n\r\n") == isDigit,
            "length"
        )
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
