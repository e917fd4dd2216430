import Bytes
import Testing

@testable import RosterSite

struct ResponseCacheTests {
    private func response(_ key: String, bytes: Int = 1000) -> CachedResponse {
        var head = ResponseHeadLines()
        head.write(.init(hash: 1, policy: .shared, type: "text/html; charset=utf-8"))
        var content = OutputBuffer()
        for _ in 0..<bytes { content.append(UInt8(ascii: "x")) }
        return CachedResponse(key: view(key), head: head, content: content.view)
    }

    @Test func `a flood of states never pushes out a default page`() {
        var cache = ResponseCache(bytes: 200_000)
        cache.keep(response("/friends"), in: .standard)
        cache.keep(response("/friends?open=a"), in: .shared)
        for index in 0..<20_000 { cache.keep(response("/friends?open=\(index)"), in: .own) }
        let kept = [cache.find(view("/friends")) != nil, cache.find(view("/friends?open=a")) != nil]
        #expect(kept == [true, true])
        let size = cache.bytes
        #expect(size <= 200_000)
        let last = cache.find(view("/friends?open=19999")) != nil
        #expect(last)
    }

    @Test func `what is asked for again is spared`() {
        var cache = ResponseCache(bytes: 80_000)
        cache.keep(response("/hot"), in: .own)
        for index in 0..<500 {
            cache.keep(response("/cold\(index)"), in: .own)
            let isKept = cache.find(view("/hot")) != nil
            #expect(isKept, "after \(index)")
        }
    }

    @Test func `an answer too large for its pool is not kept, nor anything by a cache of no bytes`() {
        var cache = ResponseCache(bytes: 80_000)
        cache.keep(response("/large", bytes: 50_000), in: .own)
        var none = ResponseCache(bytes: 0)
        none.keep(response("/small"), in: .standard)
        let found = [cache.find(view("/large")) != nil, none.find(view("/small")) != nil]
        #expect(found == [false, false])
    }

    @Test func `nothing is left after everything was forgotten`() {
        var cache = ResponseCache(bytes: 80_000)
        for index in 0..<10 { cache.keep(response("/\(index)"), in: .shared) }
        cache.removeAll()
        let (size, found) = (cache.bytes, cache.find(view("/3")) != nil)
        #expect(size == 0 && !found)
        cache.keep(response("/3"), in: .shared)
        let again = cache.find(view("/3")) != nil
        #expect(again)
    }
}
