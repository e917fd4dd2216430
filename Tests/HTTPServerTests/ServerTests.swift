import HTTP
import HTTPServer
import Testing

/// One after the other: they count descriptors and connections of this process.
@Suite(.serialized)
struct ServerTests {}

extension ServerTests {
    @Test func `a connection serves one request after the other`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        for _ in 0..<3 {
            #expect(client.get("/")?.body == TestSite.page)
            #expect(client.get("/none")?.status == 404)
            #expect(client.get("/style.css")?.fields["etag"] == "\"r1\"")
        }
        client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = client.answer(toHead: true)
        #expect(head?.status == 200 && head?.fields["content-length"] == "\(TestSite.page.utf8.count)")
        #expect(client.get("/")?.fields["x-request-id"]?.count == 16)
    }

    @Test func `pipelined requests are answered in their order`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        let one = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        let none = "GET /none HTTP/1.1\r\nHost: a\r\n\r\n"
        for _ in 0..<40 { client.send(one + post + none) }
        for _ in 0..<40 {
            #expect(client.answer()?.status == 200)
            #expect(client.answer()?.status == 405)
            #expect(client.answer()?.status == 404)
        }
        client.send(one + "BROKEN\r\n\r\n" + one)
        #expect(client.answer()?.status == 200)
        let refusal = client.answer()
        #expect(refusal?.status == 400 && refusal?.fields["connection"] == "close")
        #expect(client.isClosed())
    }

    @Test func `a slow reader gets everything, and nobody waits for it`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let slow = TestClient(port: server.port, receiveBuffer: 4096)
        let request = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
        slow.send(request + request + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let quick = TestClient(port: server.port)
        for _ in 0..<20 { #expect(quick.get("/")?.status == 200) }
        #expect(slow.answer()?.body.utf8.count == TestSite.largeCount)
        #expect(slow.answer()?.body.utf8.count == TestSite.largeCount)
        #expect(slow.answer()?.body == TestSite.page)
    }

    @Test func `bodies are read to their end or the connection closes`() throws {
        let server = try TestServer { $0.limits.bodyBytes = 1000 }
        defer { server.stop() }
        let client = TestClient(port: server.port)
        for piece in [
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Enc", "oding: chunked\r\n\r\n5\r\nhe", "llo\r\n0", "\r\n\r\n",
        ] {
            client.send(piece)
        }
        #expect(client.answer()?.status == 405)
        #expect(client.get("/")?.status == 200)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
        #expect(client.answer()?.status == 413)
        #expect(client.isClosed())
        let expecting = TestClient(port: server.port)
        expecting.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(expecting.answer()?.fields["connection"] == "close")
        #expect(expecting.isClosed())
        let broken = TestClient(port: server.port)
        broken.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        broken.send("5\r\nhelloXX")
        #expect(broken.answer()?.status == 400)
        #expect(broken.isClosed())
    }

    @Test func `a client that shut its side still gets its answers`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT")
        client.shutdownWrite()
        #expect(client.answer()?.body.utf8.count == TestSite.largeCount)
        #expect(client.answer()?.body == TestSite.page)
        #expect(client.isClosed())
    }

    @Test func `what is too slow is ended`() throws {
        let server = try TestServer {
            $0.headerTimeout = 0.3
            $0.bodyTimeout = 0.3
            $0.idleTimeout = 0.6
        }
        defer { server.stop() }
        let head = TestClient(port: server.port)
        head.send("GET / HTTP/1.1\r\nHo")
        let body = TestClient(port: server.port)
        body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
        let idle = TestClient(port: server.port)
        #expect(idle.get("/")?.status == 200)
        #expect(head.answer()?.status == 408)
        #expect(body.answer()?.status == 408)
        #expect(head.isClosed() && body.isClosed() && idle.isClosed())
    }

    @Test func `the last answer survives input that nobody reads`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: 300_000))
        #expect(client.answer()?.body == TestSite.page)
        #expect(client.isClosed())
    }

    @Test func `one address may hold only so many connections`() throws {
        let server = try TestServer { $0.maxConnectionsPerClient = 2 }
        defer { server.stop() }
        let first = TestClient(port: server.port)
        let second = TestClient(port: server.port)
        #expect(first.get("/")?.status == 200 && second.get("/")?.status == 200)
        let third = TestClient(port: server.port)
        third.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(third.answer() == nil)
        second.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(second.answer()?.status == 200 && second.isClosed())
        #expect(TestClient(port: server.port).get("/")?.status == 200)
    }
}
