import Bytes
import Glibc
import HTTP
import HTTPServer
import Testing

/// Answers that another thread makes.
extension ServerTests {
    private static let slow = "GET /slow/a HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let page = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Waits until `count` requests have asked for something slow.
    private func waitForRequests(_ count: Int, at server: TestServer) {
        for _ in 0..<10_000 where server.workshop.counts.asked < count { usleep(500) }
        #expect(server.workshop.counts.asked == count)
    }

    @Test func `all who ask for one content get it, made once, and nobody else waits`() throws {
        let server = try TestServer { $0.threads = 4 }
        defer { server.stop() }
        let clients = (0..<40).map { _ in TestClient(port: server.port) }
        for client in clients { client.send(Self.slow) }
        waitForRequests(40, at: server)
        for _ in 0..<20 { #expect(TestClient(port: server.port).get("/")?.status == 200) }
        #expect(server.workshop.finish("a"))
        for client in clients { #expect(client.answer()?.body == "made a") }
        #expect(server.workshop.counts.made == 1)
        // The connections go on.
        for client in clients { #expect(client.get("/")?.body == TestSite.page) }
    }

    @Test func `pipelined requests keep their order around one that waits`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        let withBody = "GET /slow/b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        client.send(Self.page + Self.slow + post + Self.slow + withBody + Self.page)
        #expect(client.answer()?.body == TestSite.page)
        waitForRequests(1, at: server)
        client.send(Self.slow)
        server.workshop.finish("a")
        #expect(client.answer()?.body == "made a")
        #expect(client.answer()?.status == 405)
        waitForRequests(2, at: server)
        server.workshop.finish("a", .refused(.unprocessableContent, reason: "too odd"))
        let refusal = client.answer()
        #expect(refusal?.status == 422 && refusal?.body == "too odd")
        waitForRequests(3, at: server)
        server.workshop.finish("b")
        #expect(client.answer()?.body == "made b")
        #expect(client.answer()?.body == TestSite.page)
        waitForRequests(4, at: server)
        server.workshop.finish("a")
        #expect(client.answer()?.body == "made a")
    }

    @Test func `a body that comes piece by piece, and as much input as fits behind it`() throws {
        let server = try TestServer { $0.limits.headBytes = 2000 }
        defer { server.stop() }
        let client = TestClient(port: server.port)
        let padding = String(repeating: "x", count: 1800)
        client.send("GET /slow/a HTTP/1.1\r\nHost: a\r\nX-Padding: \(padding)\r\nContent-Length: 20000\r\n\r\n")
        usleep(20_000)
        client.send(String(repeating: "b", count: 19_999))
        usleep(20_000)
        client.send("b" + String(repeating: Self.page, count: 600))
        waitForRequests(1, at: server)
        server.workshop.finish("a")
        #expect(client.answer()?.body == "made a")
        for _ in 0..<600 { #expect(client.answer()?.body == TestSite.page) }
    }

    @Test func `input that comes behind the last request does not cost its answer`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send("GET /slow/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        waitForRequests(1, at: server)
        client.send(String(repeating: "x", count: 10_000))
        server.workshop.finish("a")
        #expect(client.answer()?.body == "made a")
    }

    @Test func `HTTP 1.0, Connection close, HEAD and a half-closed client`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let closing = [
            "GET /slow/a HTTP/1.0\r\n\r\n", "GET /slow/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /slow/a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n", Self.slow,
        ]
        let clients = closing.map { head in
            let client = TestClient(port: server.port)
            client.send(head)
            return client
        }
        clients.last?.shutdownWrite()
        waitForRequests(clients.count, at: server)
        server.workshop.finish("a")
        for client in clients {
            #expect(client.answer()?.body == "made a")
            #expect(client.isClosed())
        }
        let client = TestClient(port: server.port)
        client.send("HEAD /slow/a HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = client.answer(toHead: true)
        #expect(head?.status == 200 && head?.fields["content-length"] == nil)
        #expect(client.get("/")?.body == TestSite.page)
        #expect(server.workshop.counts.made == 1)
    }

    @Test func `who waits too long gets 503, and nobody wants the content any more`() throws {
        let server = try TestServer { $0.answerTimeout = 0.2 }
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send(Self.slow + Self.page)
        let answer = client.answer()
        #expect(answer?.status == 503 && answer?.fields["connection"] == "close")
        #expect(client.isClosed())
        #expect(server.workshop["a"]?.isWanted == false)
        #expect(!server.workshop.finish("a"))
        #expect(TestClient(port: server.port).get("/")?.status == 200)
    }

    @Test func `a client that is gone waits for nothing, and its slot serves the next one`() throws {
        let server = try TestServer()
        defer { server.stop() }
        for round in 1...20 {
            let content: PendingContent?
            do {
                let client = TestClient(port: server.port)
                client.resetAtEnd()
                client.send(Self.slow)
                waitForRequests(2 * round - 1, at: server)
                content = server.workshop["a"]
            }
            for _ in 0..<10_000 where content?.isWanted == true { usleep(500) }
            #expect(content?.isWanted == false)
            let next = TestClient(port: server.port)
            next.send("GET /slow/b HTTP/1.1\r\nHost: a\r\n\r\n")
            waitForRequests(2 * round, at: server)
            // Word about the first comes to a slot that the second one has.
            #expect(!server.workshop.finish("a"))
            server.workshop.finish("b")
            #expect(next.answer()?.body == "made b")
        }
    }

    @Test func `content that was given up is asked for anew`() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = TestClient(port: server.port)
        client.send(Self.slow)
        waitForRequests(1, at: server)
        server.workshop.finish("a", .abandoned)
        waitForRequests(2, at: server)
        server.workshop.finish("a")
        #expect(client.answer()?.body == "made a")
    }

    @Test func `a slow reader's next answer may be made while it still reads the last one`() throws {
        let server = try TestServer()
        defer { server.stop() }
        server.workshop.finishesAtOnce()
        let client = TestClient(port: server.port, receiveBuffer: 4096)
        let some = String(repeating: "GET /some HTTP/1.1\r\nHost: a\r\n\r\n", count: 4) + Self.slow
        // More than the system takes while nobody reads: it stops in front of a request that waits.
        for _ in 0..<100 { client.send(some) }
        usleep(100_000)
        #expect(server.workshop.counts.asked < 100)
        for _ in 0..<100 {
            for _ in 0..<4 { #expect(client.answer()?.body.utf8.count == TestSite.someCount) }
            #expect(client.answer()?.body == "made a")
        }
        #expect(client.get("/")?.body == TestSite.page)
    }

    @Test func `a stopping server waits for what is being made, but not for ever`() throws {
        let server = try TestServer()
        let client = TestClient(port: server.port)
        client.send(Self.slow)
        waitForRequests(1, at: server)
        server.requestStop()
        usleep(100_000)
        server.workshop.finish("a")
        let answer = client.answer()
        #expect(answer?.body == "made a" && answer?.fields["connection"] == "close")
        server.join()

        let impatient = try TestServer { $0.drainTimeout = 0.2 }
        let waiting = TestClient(port: impatient.port)
        waiting.send(Self.slow)
        waitForRequests(1, at: impatient)
        impatient.stop()
        #expect(waiting.isClosed())
        #expect(!impatient.workshop.finish("a"))
    }

    @Test func `clients that come, wait and go in any order leave nothing behind`() throws {
        let server = try TestServer { $0.threads = 3 }
        defer { server.stop() }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let clients = (0..<8).map { _ in TestClient(port: server.port) }
            for client in clients {
                if Bool.random(using: &generator) { client.resetAtEnd() }
                let name = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
                client.send("GET /slow/\(name) HTTP/1.1\r\nHost: a\r\n\r\n" + (Bool.random() ? Self.page : ""))
            }
            for name in ["b", "a", "c", "a"].shuffled(using: &generator) { server.workshop.finish(name) }
        }
        let last = TestClient(port: server.port)
        last.send("GET /slow/last HTTP/1.1\r\nHost: a\r\n\r\n")
        for _ in 0..<10_000 where server.workshop["last"] == nil { usleep(500) }
        for name in ["last", "a", "b", "c"] { server.workshop.finish(name) }
        #expect(last.answer()?.body == "made last")
    }
}
