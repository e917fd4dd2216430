import Bytes
import Testing

struct GuardedTests {
    private struct Odd: Error {}

    private final class Counter: Sendable {
        let number = Guarded(0)
    }

    @Test func `threads use the value one after the other`() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { counter.number.withLock { $0 += 1 } } } }
        }
        #expect(counter.number.withLock { $0 } == 8000)
    }

    @Test func `an error leaves the value free`() {
        let counter = Counter()
        #expect(throws: Odd.self) { try counter.number.withLock { _ throws(Odd) in throw Odd() } }
        #expect(counter.number.withLock { $0 } == 0)
    }
}
