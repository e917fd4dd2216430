import Glibc
import HTTP
import HTTPServer
import Testing

/// What clients do not read takes memory; it is bounded for all together.
extension ServerTests {
    private func slowReader(_ path: String, at server: TestServer, repeated: Int = 1) -> TestClient {
        let client = TestClient(port: server.port, receiveBuffer: 4096)
        client.send(String(repeating: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", count: repeated))
        // Its answer is under way once the next client is served.
        _ = TestClient(port: server.port).get("/")
        return client
    }

    private func number(_ name: String, at server: TestServer) -> Int? {
        let text = TestClient(port: server.adminPort).get("/metrics")?.body ?? ""
        return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    private func limited(to bytes: Int) throws -> TestServer {
        try TestServer {
            $0.maxUnsentBytes = bytes
            $0.admin = [.ip(NetworkAddress(family: .ip4, low: 0x7f00_0001, port: 0))]
        }
    }

    @Test func `large answers are refused while too much is unsent, small ones never`() throws {
        let server = try limited(to: 100_000)
        defer { server.stop() }
        let slow = slowReader("/copy", at: server)
        let unsent = try #require(number("roster_unsent_bytes", at: server))
        #expect(unsent >= 100_000 && unsent <= TestSite.copyCount)
        let other = TestClient(port: server.port)
        for path in ["/copy", "/large"] {
            let refused = other.get(path)
            #expect(refused?.status == 503 && refused?.fields["connection"] == nil)
        }
        other.send("HEAD /copy HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(other.answer(toHead: true)?.fields["content-length"] == "\(TestSite.copyCount)")
        #expect(other.get("/some")?.status == 200 && other.get("/healthz")?.status == 200)
        #expect(number("roster_answers_refused_total", at: server) == 2)
        #expect(slow.answer()?.body.utf8.count == TestSite.copyCount)
        #expect(slow.get("/")?.status == 200)
        #expect(number("roster_unsent_bytes", at: server) == 0)
        #expect(other.get("/copy")?.body.utf8.count == TestSite.copyCount)
    }

    @Test func `content that several wait for counts once, and not at all when they are gone`() throws {
        let server = try limited(to: TestSite.largeCount + 500_000)
        defer { server.stop() }
        var readers = (0..<5).map { _ in slowReader("/large", at: server, repeated: 2) }
        let unsent = try #require(number("roster_unsent_bytes", at: server))
        #expect(unsent >= TestSite.largeCount && unsent < TestSite.largeCount + 100_000)
        #expect(number("roster_answers_refused_total", at: server) == 0)
        for reader in readers { reader.resetAtEnd() }
        readers = []
        for _ in 0..<1000 where number("roster_connections", at: server) != 1 { usleep(1000) }
        #expect(number("roster_unsent_bytes", at: server) == 0)
    }

    @Test func `at twice the limit who does not read its small answers is disconnected`() throws {
        let server = try limited(to: 100_000)
        defer { server.stop() }
        let large = slowReader("/copy", at: server)
        let small = slowReader("/some", at: server, repeated: 600)
        for _ in 0..<1000 where number("roster_slow_readers_dropped_total", at: server) == 0 { usleep(1000) }
        #expect(number("roster_slow_readers_dropped_total", at: server) == 1)
        var complete = 0
        while small.answer() != nil { complete += 1 }
        #expect(complete < 600)
        #expect(large.answer()?.body.utf8.count == TestSite.copyCount)
        #expect(TestClient(port: server.port).get("/some")?.status == 200)
    }
}
