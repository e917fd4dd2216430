import Glibc
import HTTP
import HTTPServer
import Testing

extension ServerTests {
    private static let forwarding =
        "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /r\r\nX-Request-ID: abc\r\n"

    @Test func `forwarding fields count only from trusted peers`() throws {
        let plain = try TestServer()
        let stranger = TestClient(port: plain.port).get("/client", Self.forwarding)
        #expect(stranger?.body == "127.0.0.1 http test")
        #expect(stranger?.fields["x-request-id"] != "abc")
        plain.stop()
        let behind = try TestServer { _ = $0.trustedPeers.add("127.0.0.0/8") }
        let known = TestClient(port: behind.port).get("/client", Self.forwarding)
        #expect(known?.body == "203.0.113.9 https test/r")
        #expect(known?.fields["x-request-id"] == "abc")
        behind.stop()
    }

    @Test func `a PROXY header is required where it is configured`() throws {
        let server = try TestServer {
            $0.usesProxyProtocol = true
            _ = $0.trustedPeers.add("127.0.0.1")
        }
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send("PROXY TCP4 203.0.113.9 192.0.2.1 5")
        client.send("6324 443\r\nGET /client HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.1.1.1\r\n\r\n")
        #expect(client.answer()?.body == "203.0.113.9 http a")
        #expect(client.get("/client")?.body == "203.0.113.9 http test")
        let bare = TestClient(port: server.port)
        bare.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(bare.answer() == nil)
    }

    @Test func `a unix socket is made, trusted and removed`() throws {
        let path = "/tmp/roster-test-\(getpid()).sock"
        let server = try TestServer { $0.listen = [.unix(path)] }
        #expect(server.server.addresses == ["unix:\(path)"])
        #expect(TestClient(path: path).get("/client", Self.forwarding)?.body == "203.0.113.9 https test/r")
        #expect(TestClient(path: path).get("/client")?.body == "unix: http test")
        #expect(throws: SystemError.self) { try TestServer { $0.listen = [.unix(path)] } }
        server.stop()
        let isThere = unsafe access(path, F_OK) == 0
        #expect(!isThere)
    }

    @Test func `what a refused client of a unix socket still sends is dropped`() throws {
        let path = "/tmp/roster-test-drop-\(getpid()).sock"
        let server = try TestServer { $0.listen = [.unix(path)] }
        defer { server.stop() }
        for _ in 0..<20 {
            let client = TestClient(path: path)
            client.send("BROKEN\r\n\r\n" + String(repeating: "x", count: 400_000))
            #expect(client.answer()?.status == 400)
        }
        #expect(TestClient(path: path).get("/")?.status == 200)
    }

    @Test func `a taken port is an error`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let taken = NetworkAddress(family: .ip4, low: 0x7f00_0001, port: server.port)
        #expect(throws: SystemError.self) { try TestServer { $0.listen = [.ip(taken)] } }
    }

    @Test func `health is told to everybody, numbers only to the admin`() throws {
        let server = try TestServer { $0.admin = [.ip(NetworkAddress(family: .ip4, low: 0x7f00_0001, port: 0))] }
        defer { server.stop() }
        let client = TestClient(port: server.port)
        #expect(client.get("/healthz")?.body == "ok\n")
        #expect(client.get("/livez")?.status == 200)
        #expect(client.get("/readyz")?.status == 200)
        #expect(client.get("/metrics")?.status == 404)
        client.send("OPTIONS /healthz HTTP/1.0\r\n\r\n")
        #expect(client.answer()?.fields["allow"] == "GET, HEAD, OPTIONS")
        let admin = TestClient(port: server.adminPort)
        let text = admin.get("/metrics")?.body ?? ""
        #expect(text.contains("roster_requests_total{route=\"health\",code=\"200\"} 3\n"))
        #expect(text.contains("roster_connections_accepted_total 2\n"))
        #expect(admin.get("/")?.status == 404)
    }

    @Test func `a stopping server finishes what it began and says it is not ready`() throws {
        let server = try TestServer { $0.drainDelay = 0.3 }
        let slow = TestClient(port: server.port, receiveBuffer: 4096)
        slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        let idle = TestClient(port: server.port)
        #expect(idle.get("/")?.status == 200)
        server.requestStop()
        usleep(100_000)
        let answer = TestClient(port: server.port).get("/readyz")
        #expect(answer?.status == 503 && answer?.fields["connection"] == "close")
        #expect(idle.isClosed())
        #expect(slow.answer()?.body.utf8.count == TestSite.largeCount)
        server.join()
    }

    @Test func `resets, floods and half-sent requests leave nothing behind`() throws {
        let before = openDescriptors()
        try flood()
        #expect(openDescriptors() == before)
    }

    private func flood() throws {
        let server = try TestServer { $0.threads = 2 }
        let flood = String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)
        for round in 0..<200 {
            let client = TestClient(port: server.port)
            if round % 2 == 0 { client.resetAtEnd() }
            client.send(round % 3 == 0 ? "GET / HT" : flood)
        }
        hold(100, at: server)
        server.stop()
    }

    /// Another client is served while many requests are half-sent.
    private func hold(_ count: Int, at server: TestServer) {
        let held = (0..<count).map { _ in TestClient(port: server.port) }
        for client in held { client.send("GET / HTTP/1.1\r\nHost: ") }
        #expect(TestClient(port: server.port).get("/")?.status == 200)
    }

    /// How many descriptors this process has open.
    private func openDescriptors() -> Int {
        (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
    }
}
