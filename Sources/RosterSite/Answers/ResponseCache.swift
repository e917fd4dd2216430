internal import Bytes

/// Answers kept by one event loop, bounded in bytes.
///
/// Three pools with budgets of their own: a flood of states that no shared cache would keep (any mix of open groups,
/// any search) can push out only its like, and never the page that everyone asks for.
struct ResponseCache: ~Copyable {
    /// How dear an answer is.
    enum Pool: Int, CaseIterable {
        /// Pages as their addresses without a query show them.
        case standard
        /// The other states that shared caches may keep.
        case shared
        /// Everything else.
        case own

        /// Of how many eighths of the budget the pool may make use.
        var eighths: Int {
            switch self {
            case .standard: 4
            case .shared: 2
            case .own: 2
            }
        }
    }

    private var pools: [CachePool]
    private var table = AnswerTable()
    /// Answers found, and answers that had to be made.
    private(set) var hits = 0
    private(set) var misses = 0

    /// An empty cache of at most `bytes` bytes; 0 keeps nothing.
    init(bytes: Int) {
        pools = Pool.allCases.map { CachePool(bytes: bytes / 8 * $0.eighths) }
    }

    /// How many bytes are kept.
    var bytes: Int { pools.reduce(0) { $0 + $1.bytes } }

    /// The answer kept under `key`, or nil. Allocates nothing.
    mutating func find(_ key: RequestKey) -> CachedResponse? {
        guard let found = table.find(key) else {
            misses += 1
            return nil
        }
        hits += 1
        pools[found.pool].markUsed(found.place)
        return found.response
    }

    /// Keeps `response`, made for `key`, in `pool`, unless it would take too much of it.
    mutating func keep(_ response: CachedResponse, for key: RequestKey, in pool: Pool) {
        guard response.size <= pools[pool.rawValue].limit / 4, table.find(key) == nil else { return }
        pools[pool.rawValue].makeRoom(for: response.size, &table)
        let place = pools[pool.rawValue].count
        guard table.insert(AnswerTable.Entry(response: response, pool: pool.rawValue, place: place)) else { return }
        pools[pool.rawValue].append(response)
    }

    /// Whether anything may be kept in `pool`.
    func keeps(_ pool: Pool) -> Bool { pools[pool.rawValue].limit > 0 }

    /// Forgets everything.
    mutating func removeAll() {
        table.removeAll()
        for index in pools.indices { pools[index].removeAll() }
    }
}

/// One pool: what was asked for again since the hand last passed is spared (the CLOCK algorithm).
struct CachePool {
    private struct Slot {
        let response: CachedResponse
        var wasUsed = false
    }

    let limit: Int
    private(set) var bytes = 0
    private var slots: [Slot] = []
    private var hand = 0

    init(bytes: Int) {
        limit = bytes
    }

    /// How many answers there are; the next one's place.
    var count: Int { slots.count }

    mutating func markUsed(_ place: Int) { slots[place].wasUsed = true }

    mutating func append(_ response: CachedResponse) {
        slots.append(Slot(response: response))
        bytes += response.size
    }

    mutating func makeRoom(for size: Int, _ table: inout AnswerTable) {
        while bytes + size > limit, !slots.isEmpty { evict(&table) }
    }

    mutating func removeAll() {
        slots.removeAll(keepingCapacity: true)
        (bytes, hand) = (0, 0)
    }

    /// Moves the hand to the first answer not used since it last passed and drops it; the last one takes its place.
    private mutating func evict(_ table: inout AnswerTable) {
        while true {
            if hand >= slots.count { hand = 0 }
            guard slots[hand].wasUsed else { break }
            slots[hand].wasUsed = false
            hand += 1
        }
        let dropped = slots[hand].response
        bytes -= dropped.size
        table.remove(dropped)
        let last = slots.removeLast()
        if hand < slots.count {
            slots[hand] = last
            table.move(last.response, to: hand)
        }
    }
}
