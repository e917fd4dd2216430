internal import Bytes
internal import Glibc
internal import HTTP

/// Makes content that takes long, on threads of its own: once for all event loops that ask for it meanwhile.
///
/// What waits is bounded, and what was made is kept for a while. A thread is begun when there is work and ends when there
/// is none; beside the event loops it has a lower priority.
final class ContentMaker<Key: Hashable & Sendable>: Sendable {
    /// What is to be made.
    struct Order: Sendable {
        let key: Key
        /// How much work it is, in the unit of `Limits.waitingCost`.
        let cost: Int
        /// Makes it. Called once, on a thread of the maker.
        let make: @Sendable () -> PendingContent.Outcome
    }

    struct Limits {
        /// How many threads may work at once.
        var threads = 1
        /// How much work may wait. When nothing waits anything may.
        var waitingCost: Int
        /// How many orders may wait.
        var waitingOrders = 256
        /// Content kept, in bytes.
        var keptBytes: Int
    }

    /// What comes of an order.
    enum Found {
        /// It was made before.
        case made(SharedBytes)
        /// It will be.
        case pending(PendingContent)
        /// Too much waits already.
        case busy
    }

    /// What has happened so far, for the metrics.
    struct Counts {
        var made = 0
        var refused = 0
        var waiting = 0
    }

    private struct Job {
        let order: Order
        let content: PendingContent
    }

    private struct State {
        var unfinished: [Key: PendingContent] = [:]
        var jobs: [Job] = []
        var cost = 0
        var threads = 0
        var kept: KeptContent<Key>
        var counts = Counts()
    }

    private let limits: Limits
    private let state: Guarded<State>

    init(_ limits: Limits) {
        self.limits = limits
        state = Guarded(State(kept: KeptContent(bytes: limits.keptBytes)))
    }

    /// What has happened so far.
    var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.waiting = state.jobs.count
            return counts
        }
    }

    /// What was made for `key`, if it is still there.
    func find(_ key: Key) -> SharedBytes? { state.withLock { $0.kept.find(key) } }

    /// The content of `order`, whose strong validator is `tag`: what is there, what is being made, or what is made from now on.
    func content(_ order: Order, tag: ByteView) -> Found {
        let (found, needsThread) = state.withLock { state in
            if let bytes = state.kept.find(order.key) { return (Found.made(bytes), false) }
            if let content = state.unfinished[order.key], content.join() { return (.pending(content), false) }
            guard makeRoom(for: order, &state) else {
                state.counts.refused += 1
                return (.busy, false)
            }
            let content = PendingContent(tag: tag)
            state.unfinished[order.key] = content
            state.jobs.append(Job(order: order, content: content))
            state.cost += order.cost
            let needsThread = state.threads < limits.threads
            if needsThread { state.threads += 1 }
            return (.pending(content), needsThread)
        }
        if needsThread, !Background.start({ [self] in work() }) { stopWorking() }
        return found
    }

    /// Whether one more order may wait; those that nobody waits for any more are dropped first.
    private func makeRoom(for order: Order, _ state: inout State) -> Bool {
        if hasRoom(for: order, state) { return true }
        let unwanted = state.jobs.filter { !$0.content.isWanted && !$0.content.begin() }
        state.jobs.removeAll { job in unwanted.contains { $0.content === job.content } }
        for job in unwanted { Self.forget(job, &state) }
        return hasRoom(for: order, state)
    }

    private func hasRoom(for order: Order, _ state: State) -> Bool {
        guard !state.jobs.isEmpty else { return true }
        return state.jobs.count < limits.waitingOrders && state.cost + order.cost <= limits.waitingCost
    }

    private static func forget(_ job: Job, _ state: inout State) {
        state.cost -= job.order.cost
        if state.unfinished[job.order.key] === job.content { state.unfinished[job.order.key] = nil }
    }

    /// The life of a thread.
    private func work() {
        // Of this thread only, on Linux. If the system refuses, the work is done all the same.
        _ = nice(10)
        while let job = nextJob() {
            finish(job, job.content.begin() ? job.order.make() : nil)
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.threads -= 1
                return nil
            }
            let job = state.jobs.removeFirst()
            state.cost -= job.order.cost
            return job
        }
    }

    /// Ends a job with its outcome, nil if it was given up. Who asks meanwhile finds the content kept before it is told to
    /// those who wait: so nothing is made twice.
    private func finish(_ job: Job, _ outcome: PendingContent.Outcome?) {
        state.withLock { state in
            if case .made(let bytes) = outcome { state.kept.keep(bytes, for: job.order.key) }
            if state.unfinished[job.order.key] === job.content { state.unfinished[job.order.key] = nil }
            if outcome != nil { state.counts.made += 1 }
        }
        if let outcome { job.content.finish(outcome) }
    }

    /// The system gives no thread. If no other works, nothing of what waits will ever be made.
    private func stopWorking() {
        let lost = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [Job]() }
            let jobs = state.jobs
            for job in jobs { Self.forget(job, &state) }
            state.jobs = []
            return jobs
        }
        for job in lost { job.content.finish(.refused(.serviceUnavailable, reason: "there is no thread for it")) }
    }
}
