internal import Bytes
internal import Synchronization

/// How much memory answers hold that clients have not taken, all event loops together.
///
/// Changed only where a client does not read. A body that several wait for counts once.
final class UnsentBytes: Sendable {
    private let limit: Int
    private let total = Atomic<Int>(0)
    private let holders = Guarded<[ObjectIdentifier: Int]>([:])

    init(limit: Int) {
        // Twice as much must be a number.
        self.limit = min(max(1, limit), 1 << 60)
    }

    /// How much it is now.
    var count: Int { total.load(ordering: .relaxed) }

    /// Whether no further large answer should be begun.
    var isFull: Bool { count >= limit }

    /// Whether nothing more may be held at all: what the small answers of many add up to.
    var isOverfull: Bool { count >= 2 * limit }

    /// Counts what a connection holds: `copied` bytes of its own, and `shared`, which it keeps until `remove`.
    func add(copied: Int, shared: SharedBytes?) {
        total.wrappingAdd(copied, ordering: .relaxed)
        guard let shared else { return }
        let isFirst = holders.withLock { holders in
            holders[ObjectIdentifier(shared), default: 0] += 1
            return holders[ObjectIdentifier(shared)] == 1
        }
        if isFirst { total.wrappingAdd(shared.count, ordering: .relaxed) }
    }

    /// Takes back what `add` counted.
    func remove(copied: Int, shared: SharedBytes?) {
        total.wrappingSubtract(copied, ordering: .relaxed)
        guard let shared else { return }
        let isLast = holders.withLock { holders in
            let left = (holders[ObjectIdentifier(shared)] ?? 1) - 1
            holders[ObjectIdentifier(shared)] = left > 0 ? left : nil
            return left == 0
        }
        if isLast { total.wrappingSubtract(shared.count, ordering: .relaxed) }
    }
}
