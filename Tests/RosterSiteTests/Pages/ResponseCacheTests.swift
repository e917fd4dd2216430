import Bytes
import Testing

@testable import RosterSite

struct ResponseCacheTests {
    private func key(_ path: String) -> RequestKey {
        RequestKey(path: view(path), query: .empty, hasQuery: false, prefix: .empty, language: 0, coding: 0)
    }

    private func response(_ key: String, bytes: Int = 1000) -> CachedResponse {
        var head = ResponseHeadLines()
        head.write(.init(hash: 1, policy: .shared, type: "text/html; charset=utf-8"))
        var content = OutputBuffer()
        for _ in 0..<bytes { content.append(UInt8(ascii: "x")) }
        return CachedResponse(key: self.key(key), head: head, content: SharedBytes(content.view))
    }

    @Test func `a flood of states never pushes out a default page`() {
        var cache = ResponseCache(bytes: 200_000)
        cache.keep(response("/friends"), for: key("/friends"), in: .standard)
        cache.keep(response("/friends?open=a"), for: key("/friends?open=a"), in: .shared)
        for index in 0..<20_000 {
            cache.keep(response("/friends?open=\(index)"), for: key("/friends?open=\(index)"), in: .own)
        }
        let kept = [cache.find(key("/friends")) != nil, cache.find(key("/friends?open=a")) != nil]
        #expect(kept == [true, true])
        let size = cache.bytes
        #expect(size <= 200_000)
        let last = cache.find(key("/friends?open=19999")) != nil
        #expect(last)
    }

    @Test func `what is asked for again is spared`() {
        var cache = ResponseCache(bytes: 80_000)
        cache.keep(response("/hot"), for: key("/hot"), in: .own)
        for index in 0..<500 {
            cache.keep(response("/cold\(index)"), for: key("/cold\(index)"), in: .own)
            let isKept = cache.find(key("/hot")) != nil
            #expect(isKept, "after \(index)")
        }
    }

    @Test func `an answer too large for its pool is not kept, nor anything by a cache of no bytes`() {
        var cache = ResponseCache(bytes: 80_000)
        cache.keep(response("/large", bytes: 50_000), for: key("/large"), in: .own)
        var none = ResponseCache(bytes: 0)
        none.keep(response("/small"), for: key("/small"), in: .standard)
        let found = [cache.find(key("/large")) != nil, none.find(key("/small")) != nil]
        #expect(found == [false, false])
    }

    @Test func `nothing is left after everything was forgotten`() {
        var cache = ResponseCache(bytes: 80_000)
        for index in 0..<10 { cache.keep(response("/\(index)"), for: key("/\(index)"), in: .shared) }
        cache.removeAll()
        let (size, found) = (cache.bytes, cache.find(key("/3")) != nil)
        #expect(size == 0 && !found)
        cache.keep(response("/3"), for: key("/3"), in: .shared)
        let again = cache.find(key("/3")) != nil
        #expect(again)
    }
}
