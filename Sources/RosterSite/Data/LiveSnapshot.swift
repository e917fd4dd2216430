internal import Synchronization

/// The newest snapshot, where event loops pick it up.
///
/// A loop keeps the snapshot it has and compares one number a request; the lock is taken only when that number changed.
final class LiveSnapshot: Sendable {
    private let generationNumber = Atomic<UInt64>(1)
    private let newest: Mutex<Snapshot>

    /// Begins with `snapshot` as generation 1.
    init(_ snapshot: Snapshot) {
        newest = Mutex(snapshot)
    }

    /// Counts the snapshots published so far.
    var generation: UInt64 { generationNumber.load(ordering: .acquiring) }

    /// The newest snapshot, at least as new as the generation read before.
    var snapshot: Snapshot { newest.withLock { $0 } }

    /// Puts `snapshot` in place of the newest.
    func publish(_ snapshot: Snapshot) {
        newest.withLock { $0 = snapshot }
        generationNumber.add(1, ordering: .releasing)
    }
}

/// One loop's view of a `LiveSnapshot`.
struct SnapshotReader {
    private let live: LiveSnapshot
    private var generation: UInt64
    /// The snapshot seen last.
    private(set) var snapshot: Snapshot

    /// Begins with the newest.
    init(_ live: LiveSnapshot) {
        self.live = live
        generation = live.generation
        snapshot = live.snapshot
    }

    /// Takes a newer snapshot if there is one; true if there was. Costs one load of a number otherwise.
    mutating func refresh() -> Bool {
        let newest = live.generation
        guard newest != generation else { return false }
        generation = newest
        snapshot = live.snapshot
        return true
    }
}
