/// Finds kept answers by the hash of their keys: one look at two words for most.
///
/// An answer stands in one of `reach` places from its hash on; where all are taken it is not kept. So no choice of
/// addresses makes a lookup longer, and removing leaves nothing to clean up.
struct AnswerTable {
    struct Entry {
        let response: CachedResponse
        /// Its pool, and its place there.
        let pool: Int
        var place: Int
    }

    private static let reach = 16
    /// Beside the entries: what most lookups need to see.
    private var hashes: [UInt64] = []
    private var entries: [Entry?] = []
    private var count = 0

    /// The answer kept under `key`.
    func find(_ key: RequestKey) -> Entry? {
        guard count > 0 else { return nil }
        let mask = hashes.count - 1
        let home = Int(truncatingIfNeeded: key.hash)
        for step in 0..<Self.reach {
            let index = (home &+ step) & mask
            if hashes[index] == key.hash, let entry = entries[index], entry.response.answers(key) { return entry }
        }
        return nil
    }

    /// Adds an answer that is not there; false where it finds no place.
    mutating func insert(_ entry: Entry) -> Bool {
        if count * 4 >= hashes.count { grow() }
        guard let index = index(of: entry.response.hash, where: { $0 == nil }) else { return false }
        hashes[index] = entry.response.hash
        entries[index] = entry
        count += 1
        return true
    }

    /// Forgets an answer.
    mutating func remove(_ response: CachedResponse) {
        guard let index = index(of: response.hash, where: { $0?.response === response }) else { return }
        hashes[index] = 0
        entries[index] = nil
        count -= 1
    }

    /// Notes that an answer stands elsewhere in its pool.
    mutating func move(_ response: CachedResponse, to place: Int) {
        guard let index = index(of: response.hash, where: { $0?.response === response }) else { return }
        entries[index]?.place = place
    }

    /// Forgets everything.
    mutating func removeAll() {
        for index in hashes.indices where entries[index] != nil {
            hashes[index] = 0
            entries[index] = nil
        }
        count = 0
    }

    private func index(of hash: UInt64, where matches: (Entry?) -> Bool) -> Int? {
        guard !hashes.isEmpty else { return nil }
        let mask = hashes.count - 1
        for step in 0..<Self.reach {
            let index = (Int(truncatingIfNeeded: hash) &+ step) & mask
            if matches(entries[index]) { return index }
        }
        return nil
    }

    /// Twice the room. An answer that finds no place then, which takes sixteen neighbours, is only found no more.
    private mutating func grow() {
        let old = entries
        let size = max(64, old.count * 2)
        hashes = Array(repeating: 0, count: size)
        entries = Array(repeating: nil, count: size)
        count = 0
        for entry in old {
            guard let entry, let index = index(of: entry.response.hash, where: { $0 == nil }) else { continue }
            hashes[index] = entry.response.hash
            entries[index] = entry
            count += 1
        }
    }
}
