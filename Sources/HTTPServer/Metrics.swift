internal import Synchronization

/// Numbers of one loop: only its thread writes them, the admin listener reads them.
final class LoopMetrics: Sendable {
    let accepted = Atomic<Int>(0)
    let refusedConnections = Atomic<Int>(0)
    let timeouts = Atomic<Int>(0)
    let sentBytes = Atomic<Int>(0)
    let refusedAnswers = Atomic<Int>(0)
    let droppedReaders = Atomic<Int>(0)
    let lostLogLines = Atomic<Int>(0)
    /// Requests by route and status class, `route * 6 + class`.
    let requests: CounterTable
    /// Requests by duration: one count per bound of `Metrics.bounds`, and one for all above.
    let durations = CounterTable(count: Metrics.bounds.count + 1)
    let durationSum = Atomic<Int>(0)

    init(routes: Int) {
        requests = CounterTable(count: routes * Metrics.codes.count)
    }
}

extension LoopMetrics {
    /// Counts one duration in microseconds.
    func record(duration: Int) {
        durations.increment(Metrics.bounds.firstIndex { duration <= $0 } ?? Metrics.bounds.count)
        durationSum.add(duration)
    }
}

/// Counters in a row.
@safe
final class CounterTable: Sendable {
    private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<Int>>
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe start = .allocate(capacity: max(1, count))
        for index in 0..<count { unsafe (start + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    /// Adds one. Only one thread may call it: a load and a store cost less than an atomic addition.
    @inline(__always)
    func increment(_ index: Int) {
        guard index >= 0, index < count else { return }
        unsafe start[index].store(start[index].load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    subscript(index: Int) -> Int {
        guard index >= 0, index < count else { return 0 }
        return unsafe start[index].load(ordering: .relaxed)
    }
}

extension Atomic where Value == Int {
    /// Adds `amount` without an atomic addition: only for counters with one writer.
    @inline(__always)
    func add(_ amount: Int) {
        store(load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}

/// The numbers of all loops.
struct Metrics: Sendable {
    /// The statuses told apart; everything else counts as its hundred.
    static let codes: [UInt16] = [
        200, 204, 206, 301, 304, 307, 308, 400, 404, 405, 406, 408, 412, 413, 414, 416, 417, 422, 429, 431, 500, 501,
        503,
        505, 100, 300, 999,
    ]
    /// Upper bounds of the latency histogram in microseconds.
    static let bounds = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 1_000_000]

    /// Where a status stands in `codes`.
    @inline(__always)
    static func codeIndex(_ code: UInt16) -> Int {
        if code == codes0 { return 0 }
        return codes.firstIndex(of: code) ?? codes.count - (code < 200 ? 3 : code < 400 ? 2 : 1)
    }

    /// The first of `codes`, by far the most frequent.
    private static var codes0: UInt16 { 200 }

    let loops: [LoopMetrics]
    let routes: [String]

    init(loops: Int, routes: [String]) {
        let names = routes.isEmpty ? ["site"] : Array(routes.prefix(32))
        // The last two are the server's own: health answers, and requests refused before anybody looked at them.
        self.routes = names + ["health", "refused"]
        let count = self.routes.count
        self.loops = (0..<max(1, loops)).map { _ in LoopMetrics(routes: count) }
    }
}
