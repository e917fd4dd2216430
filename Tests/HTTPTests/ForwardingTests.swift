import Bytes
import HTTP
import Testing

struct ForwardingTests {
    /// Client, scheme, host, prefix and id of a request that came from 10.0.0.1, where 10.0.0.0/8 and fd00::/8 are trusted.
    private func told(_ fields: String..., mode: ForwardingFields = .automatic) -> [String]? {
        var trusted = TrustedPeers()
        guard trusted.add("10.0.0.0/8"), trusted.add("fd00::/8") else { return nil }
        return withRequest((["GET / HTTP/1.1", "Host: inner"] + fields).joined(separator: "\n")) { request in
            let peer = NetworkAddress(family: .ip4, low: 0x0a00_0001)
            request.client = peer
            request.applyForwarding(from: peer, trusted: trusted, fields: mode)
            return [
                request.client.description, request.isSecure ? "https" : "http", request.host.string,
                request.forwardedPrefix.string, request.requestID.string,
            ]
        }
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("1.1.1.1, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, 10.0.0.7", "203.0.113.9"), ("1.1.1.1, 203.0.113.9, 10.0.0.7, fd00::1", "203.0.113.9"),
        ("10.0.0.9, 10.0.0.8", "10.0.0.9"), ("[2001:db8::1]:443", "2001:db8::1"), ("203.0.113.9:99", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"), ("unknown", "10.0.0.1"), ("203.0.113.9, unknown", "10.0.0.1"),
        ("1.1.1.1, _x, 10.0.0.7", "10.0.0.7"), ("999.1.1.1, [::, \"x\", 1.2.3.4:99999", "10.0.0.1"), ("", "10.0.0.1"),
    ])
    func `the client is the last address no proxy of ours has`(_ value: String, _ client: String) {
        #expect(told("X-Forwarded-For: \(value)")?[0] == client)
    }

    @Test func `lines of a field are one chain`() {
        #expect(told("X-Forwarded-For: 1.1.1.1, 203.0.113.9", "X-Forwarded-For: 10.0.0.7")?[0] == "203.0.113.9")
        #expect(told("X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 203.0.113.9")?[0] == "203.0.113.9")
    }

    @Test func `scheme, host, mount point and id are those of the nearest proxy`() {
        let fields = told(
            "X-Forwarded-For: 203.0.113.9",
            "X-Forwarded-Proto: http, HTTPS",
            "X-Forwarded-Host: evil, site.example:8443",
            "X-Forwarded-Prefix: /roster/",
            "X-Request-ID: a-B_1.2"
        )
        #expect(fields == ["203.0.113.9", "https", "site.example:8443", "/roster", "a-B_1.2"])
    }

    @Test(arguments: [
        "X-Forwarded-Host: a b", "X-Forwarded-Host: a/b", "X-Forwarded-Host: a@b", "X-Forwarded-Prefix: roster",
        "X-Forwarded-Prefix: //evil", "X-Forwarded-Prefix: /a//b", "X-Forwarded-Prefix: /a/../b",
        "X-Forwarded-Prefix: /a b",
        "X-Forwarded-Prefix: /<b>", "X-Forwarded-Prefix: /a\\b", "X-Request-ID: a b", "X-Request-ID: \"",
        "X-Request-ID:",
    ])
    func `what is malformed is ignored`(_ field: String) {
        #expect(told(field) == ["10.0.0.1", "http", "inner", "", ""])
    }

    @Test(arguments: [
        ("for=203.0.113.9;proto=https;host=site.example", ["203.0.113.9", "https", "site.example"]),
        (
            "for=1.1.1.1, For=\"[2001:db8::1]:443\";Proto=https , for=10.0.0.7;proto=http",
            ["2001:db8::1", "https", "inner"]
        ),
        ("for=unknown;proto=https", ["10.0.0.1", "http", "inner"]), ("for=_hidden", ["10.0.0.1", "http", "inner"]),
        ("for=\"[2001:db8::1];proto=http, by=", ["10.0.0.1", "http", "inner"]),
        ("for=203.0.113.9;for=1.1.1.1", ["10.0.0.1", "http", "inner"]), ("203.0.113.9", ["10.0.0.1", "http", "inner"]),
    ])
    func `the standard field is read`(_ value: String, _ expected: [String]) {
        #expect(told("Forwarded: \(value)").map { Array($0.prefix(3)) } == expected)
    }

    @Test func `only one family of fields is believed`() {
        let both = ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.7;proto=https"]
        #expect(told(both[0], both[1]).map { Array($0.prefix(2)) } == ["203.0.113.9", "http"])
        #expect(told(both[0], both[1], mode: .standard).map { Array($0.prefix(2)) } == ["203.0.113.7", "https"])
        #expect(told(both[1], mode: .xForwarded)?[0] == "10.0.0.1")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "1.2.3.4", true),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("2001:db8::/33", "2001:db8:7fff::", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("::1", "::1", true), ("::/0", "1.2.3.4", false),
        ("fd00::/65", "fd00::7fff:0:0:0", true), ("fd00::/65", "fd00::8000:0:0:0", false),
    ])
    func `a network holds the addresses that share its bits`(_ network: String, _ address: String, _ isIn: Bool) throws
    {
        var trusted = TrustedPeers()
        let isNetwork = trusted.add(network)
        #expect(isNetwork)
        let peer = try #require(NetworkAddress(parsing: lasting(address)))
        #expect(trusted.contains(peer) == isIn)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "fd00::/129", "proxy.example", "10.0.0.0/8/8",
    ])
    func `what is no network is refused`(_ text: String) {
        var trusted = TrustedPeers()
        let isNetwork = trusted.add(text)
        #expect(!isNetwork)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("1:0:0:2::3", "1:0:0:2::3"),
        ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ("::ffff:1.2.3.4", "1.2.3.4"), ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
    func `addresses are read and written in one spelling`(_ text: String, _ expected: String) {
        #expect(NetworkAddress(parsing: lasting(text))?.description == expected)
    }

    @Test(arguments: [
        "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1..2.3", ":", ":::", "1:2", "1::2::3", "12345::",
        "1:2:3:4:5:6:7:8:9", "::1%eth0", "g::", "1:2:3:4:5:6:7:1.2.3.4", "1:", ":1",
    ])
    func `what is no address is refused`(_ text: String) {
        #expect(NetworkAddress(parsing: lasting(text)) == nil)
    }
}

struct ProxyHeaderTests {
    private func parse(_ text: String) -> ProxyHeader.Outcome { ProxyHeader.parse(lasting(text)) }

    @Test func `the line of version 1 names the client`() {
        let line = "PROXY TCP4 203.0.113.9 192.0.2.1 56324 443\r\n"
        let source = NetworkAddress(family: .ip4, low: 0xcb00_7109, port: 56324)
        #expect(parse(line + "GET /") == .complete(length: line.utf8.count, source: source))
        for cut in 0..<line.utf8.count {
            #expect(parse(String(decoding: line.utf8.prefix(cut), as: UTF8.self)) == .incomplete)
        }
        #expect(parse("PROXY UNKNOWN\r\n") == .complete(length: 15, source: nil))
        #expect(parse("PROXY UNKNOWN ::1 ::1 1 2\r\n") == .complete(length: 27, source: nil))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 56324\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 56324 443\n", "PROXY TCP4 203.0.113.9 192.0.2.1 66000 443\r\n",
        "PROXY TCP4  203.0.113.9 192.0.2.1 1 2\r\n", "PROXY TCP4 a b 1 2\r\n", "PROXIES", "PROXY \r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 1 2 3\r\n", "PROXY TCP6 " + String(repeating: "1", count: 120),
    ])
    func `what is no such line is refused`(_ text: String) {
        #expect(parse(text) == .malformed)
    }

    private func binary(_ command: UInt8, _ family: UInt8, _ body: [UInt8]) -> [UInt8] {
        Array("\r\n\r\n\0\r\nQUIT\n".utf8) + [command, family, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
    }

    @Test func `the header of version 2 is read with what follows the addresses`() {
        let body: [UInt8] = [203, 0, 113, 9, 192, 0, 2, 1, 0xdc, 4, 1, 187] + [4, 0, 1, 0]
        let header = binary(0x21, 0x11, body)
        let source = NetworkAddress(family: .ip4, low: 0xcb00_7109, port: 56324)
        #expect(ProxyHeader.parse(lasting(header + [71])) == .complete(length: 32, source: source))
        for cut in 0..<header.count {
            #expect(ProxyHeader.parse(lasting(Array(header[..<cut]))) == .incomplete)
        }
        let ip6 = binary(
            0x21,
            0x21,
            [UInt8](repeating: 0, count: 15) + [1] + [UInt8](repeating: 0, count: 16) + [0, 80, 0, 81]
        )
        let loopback = NetworkAddress(family: .ip6, low: 1, port: 80)
        #expect(ProxyHeader.parse(lasting(ip6)) == .complete(length: 52, source: loopback))
        #expect(ProxyHeader.parse(lasting(binary(0x20, 0, []))) == .complete(length: 16, source: nil))
    }

    @Test func `malformed headers of version 2 are refused`() {
        #expect(ProxyHeader.parse(lasting(binary(0x11, 0x11, []))) == .malformed)
        #expect(ProxyHeader.parse(lasting(binary(0x22, 0x11, []))) == .malformed)
        #expect(ProxyHeader.parse(lasting(binary(0x21, 0x11, [1, 2, 3]))) == .malformed)
        #expect(ProxyHeader.parse(lasting(binary(0x21, 0x99, []))) == .malformed)
        let long = Array("\r\n\r\n\0\r\nQUIT\n".utf8) + [0x21, 0x11, 0xff, 0xff]
        #expect(ProxyHeader.parse(lasting(long)) == .malformed)
    }
}
