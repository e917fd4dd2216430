import Bytes
import HTTP
import Testing

struct ChunkedBodyTests {
    /// How many bytes belong to the body, nil when there must come more.
    private func read(_ text: String, pieces: Int = .max, limit: Int = 1000) throws(RequestParseError) -> Int? {
        var body = ChunkedBody()
        let all = bytes(text)
        var index = 0
        while index < all.count, !body.isComplete {
            index += try body.consume(all.view[index..<index + min(pieces, all.count)], limit: limit)
        }
        return body.isComplete ? index : nil
    }

    @Test(arguments: [
        "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "A\r\n0123456789\r\n00\r\n\r\n", "5;a=b\r\nhello\r\n0\r\n\r\n",
        "5 ; a = \"b;\\\"\" \r\nhello\r\n0;x\r\n\r\n", "5\r\nhello\r\n0\r\nX: 1\r\nContent-Length: 9\r\n\r\n",
        "0000000000000005\r\nhello\r\n0\r\n\r\n",
    ])
    func `a body ends where its last chunk says, however it is cut`(_ text: String) throws {
        for pieces in 1...text.utf8.count {
            #expect(try read(text + "NEXT", pieces: pieces) == text.utf8.count, "in pieces of \(pieces)")
        }
        for cut in 0..<text.utf8.count {
            #expect(try read(String(decoding: text.utf8.prefix(cut), as: UTF8.self)) == nil)
        }
    }

    @Test(arguments: [
        "G\r\n", "5x\r\n", "0x5\r\n", "+5\r\n", "-5\r\n", " 5\r\n", "\r\n", ";a\r\n", "5_0\r\n", "５\r\n", "5\nhello",
        "5\rhello", "5\r\nhelloXX", "5\r\nhello\r\r", "5\r\nhello!\r\n", "5;a\nb\r\n", "5;a\0b\r\n", "5;\"a\r\n",
        "5 \r\nhello", "0\r\nXX\r", "0\r\nbad trailer\r\n", "0\r\n: x\r\n", "0\r\nX: a\rb\r\n", "0\r\nX : a\r\n",
        "0\r\n x: a\r\n",
        "00000000000000005\r\n",
    ])
    func `what is no chunk is refused`(_ text: String) {
        #expect(throws: RequestParseError.malformedChunk) { try read(text) }
        #expect(throws: RequestParseError.malformedChunk) { try read(text, pieces: 1) }
    }

    @Test(arguments: ["FFFFFFFFFFFFFFFF\r\n", "10000000000000005\r\n", "3e9\r\n", "FFFFFFFF00000005\r\nhello\r\n"])
    func `a chunk larger than a body may be is refused`(_ text: String) {
        #expect(throws: RequestParseError.bodyTooLarge(limit: 1000)) { try read(text) }
    }

    @Test func `many small chunks and long extensions are bounded`() {
        let chunks = String(repeating: "1\r\nx\r\n", count: 200)
        #expect(throws: RequestParseError.bodyTooLarge(limit: 1000)) { try read(chunks) }
        let longExtension = "5;" + String(repeating: "a", count: 20_000)
        #expect(throws: RequestParseError.malformedChunk) { try read(longExtension, limit: 1_000_000) }
    }
}
