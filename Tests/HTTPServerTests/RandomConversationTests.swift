import HTTPServer
import Testing

/// Random conversations, whose answers a model of a few lines foretells.
struct RandomConversationTests {
    /// What is sent, and what must come back for it.
    private struct Turn {
        var bytes: String
        var status: Int
        var isHead = false
        /// Nothing that follows is answered.
        var ends = false
    }

    private static func turn(_ random: inout RandomNumbers) -> Turn {
        let fields = random.pick([
            "", "Accept: */*\r\n", "X-Long: \(String(repeating: "v", count: 600))\r\n", "Cookie: a=b\r\n",
        ])
        let start = random.pick(["", "", "", "\r\n", "\r\n\r\n"])
        let head = " HTTP/1.1\r\nHost: a\r\n\(fields)"
        switch random.below(12) {
        case 0...2: return Turn(bytes: "\(start)GET /\(head)\r\n", status: 200)
        case 3: return Turn(bytes: "\(start)HEAD /style.css\(head)\r\n", status: 200, isHead: true)
        case 4: return Turn(bytes: "\(start)GET /none\(head)\r\n", status: 404)
        case 5: return Turn(bytes: "\(start)GET /style.css\(head)If-None-Match: \"r1\"\r\n\r\n", status: 304)
        case 6, 7:
            // A body that looks like a request must not be taken for one.
            let body = random.pick(["", "x", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", String(repeating: "y", count: 5000)])
            return Turn(bytes: "\(start)POST /\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)", status: 405)
        case 8, 9:
            var body = ""
            for _ in 0..<random.below(5) {
                let data = random.pick(["z", "GET / HTTP/1.1\r\n\r\n", "0\r\n\r\n"])
                body += String(data.utf8.count, radix: 16) + random.pick(["", ";a=\"b\""]) + "\r\n\(data)\r\n"
            }
            let end = "0\r\n" + random.pick(["", "X-T: 1\r\n"]) + "\r\n"
            return Turn(bytes: "\(start)PUT /\(head)Transfer-Encoding: chunked\r\n\r\n\(body)\(end)", status: 405)
        case 10: return Turn(bytes: "\(start)GET /\(head)Connection: close\r\n\r\n", status: 200, ends: true)
        default:
            let bad = random.pick(["GET\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "POST /\(head)Content-Length: +1\r\n\r\nx"])
            return Turn(bytes: bad, status: 400, ends: true)
        }
    }

    @Test(arguments: 1...UInt64(60))
    func `every request gets its answer, in order, however it is cut`(_ seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let server = try TestServer()
        defer { server.stop() }
        let turns = (0..<1 + random.below(12)).map { _ in Self.turn(&random) }
        let client = TestClient(port: server.port)
        var rest = Substring(turns.map(\.bytes).joined())
        while !rest.isEmpty {
            let length = random.pick([1, 7, 100, 2000, 100_000])
            client.send(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        for turn in turns {
            let answer = client.answer(toHead: turn.isHead)
            #expect(answer?.status == turn.status, "to \(turn.bytes.debugDescription)")
            #expect((answer?.fields["connection"] == "close") == turn.ends)
            guard !turn.ends else {
                #expect(client.isClosed())
                return
            }
        }
        #expect(client.get("/")?.body == TestSite.page, "the connection must still be in step")
    }
}

/// The same numbers for the same seed, on every machine (SplitMix64).
struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
