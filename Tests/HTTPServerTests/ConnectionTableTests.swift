import HTTP
import Testing

@testable import HTTPServer

/// The wheel of deadlines, beside a plain list of them.
struct ConnectionTableTests {
    @Test(arguments: 1...20)
    func `every deadline comes up in its tick and the wait ends no later`(seed: UInt64) {
        var random = RepeatableRandom(state: seed &* 0x9e37_79b9_7f4a_7c15)
        var now: UInt32 = 5000
        var table = ConnectionTable(capacity: 64, tick: now)
        var deadlines: [Int: UInt32] = [:]
        for _ in 0..<2000 {
            switch random.next(4) {
            case 0:
                guard let slot = table.insert(0, peer: .unknown, phase: .head) else { break }
                deadlines[slot] = now + 1 + UInt32(random.next(1500))
                table.setDeadline(slot, at: deadlines[slot] ?? 0)
            case 1:
                guard let slot = deadlines.keys.sorted().first(where: { _ in random.next(3) == 0 }) else { break }
                deadlines[slot] = now + 1 + UInt32(random.next(1500))
                table.setDeadline(slot, at: deadlines[slot] ?? 0)
            case 2:
                guard let slot = deadlines.keys.sorted().first(where: { _ in random.next(3) == 0 }) else { break }
                deadlines[slot] = nil
                table.remove(slot)
            default:
                now += UInt32(random.next(100))
                while let slot = table.nextExpired(now: now) {
                    let deadline = deadlines.removeValue(forKey: slot)
                    #expect((deadline ?? .max) <= now)
                    table.remove(slot)
                }
                #expect(deadlines.values.allSatisfy { $0 > now })
            }
            let wait = table.ticksToNextBucket()
            let first = deadlines.values.min()
            #expect((wait == nil) == (first == nil))
            if let wait, let first { #expect(wait > 0 && table.tick + UInt32(wait) <= first) }
        }
    }
}

/// A generator that gives the same numbers in every run (SplitMix64).
private struct RepeatableRandom {
    var state: UInt64

    /// A number below `bound`.
    mutating func next(_ bound: UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value &>> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value &>> 27)) &* 0x94d0_49bb_1331_11eb
        return (value ^ (value &>> 31)) % bound
    }
}
