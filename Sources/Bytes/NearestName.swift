/// The spelling a writer most likely meant.
public enum NearestName {
    /// The first of `candidates` with the fewest edits from `name`, or nil when none is near.
    ///
    /// An edit adds, drops or changes a byte or swaps two neighbours; case does not count. Near is one edit for up to
    /// four bytes, else a third of the length. Names over 64 bytes have no near ones, which bounds the cost.
    public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        let limit = wanted.count <= 4 ? 1 : wanted.count / 3
        var best: (name: String, edits: Int)?
        for candidate in candidates {
            let edits = editCount(from: wanted, to: Array(candidate.lowercased().utf8), limit: limit)
            if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
        }
        return best?.name
    }

    /// Edits between two spellings; anything over `limit` counts as more.
    static func editCount(from old: [UInt8], to new: [UInt8], limit: Int) -> Int {
        guard abs(old.count - new.count) <= limit else { return limit + 1 }
        var beforeLast = [Int](repeating: 0, count: new.count + 1)
        var last = Array(0...new.count)
        for row in 0..<old.count {
            var current = [row + 1]
            for column in 0..<new.count {
                let change = last[column] + (old[row] == new[column] ? 0 : 1)
                var edits = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                current.append(edits)
            }
            beforeLast = last
            last = current
        }
        return last[new.count]
    }
}
