internal import Bytes

/// Which sections of a page are open: only those named, or all but those named.
///
/// The two forms stay apart, since they mean different things when a section is added later. Only in a page of more
/// than `OpenGroups.most` sections does the number decide, so that every state has the one spelling that fits.
struct OpenGroups: Sendable, Hashable {
    /// Whether the ranks are those of the open sections or of the closed ones.
    enum Form: Sendable {
        case only, allExcept
    }

    /// A query of this many keys of 24 bytes is 1,600 bytes long: links stay below 1,900.
    static let most = 64

    private(set) var form: Form
    /// Ranks of sections (places among the sorted keys), ascending, no doubles.
    private(set) var ranks: [UInt32]

    static let none = OpenGroups(form: .only, ranks: [])
    static let all = OpenGroups(form: .allExcept, ranks: [])

    /// A set of ascending, different ranks.
    init(form: Form, ranks: [UInt32]) {
        self.form = form
        self.ranks = ranks
    }

    /// Whether the section at `rank` is open.
    func contains(_ rank: UInt32) -> Bool {
        (form == .only) == (place(of: rank).found)
    }

    /// Whether the address can name this set: it has few enough keys.
    var isAddressable: Bool { ranks.count <= Self.most }

    /// The same set with the section at `rank` opened if it was closed, and closed if it was open, among `count`.
    func toggling(_ rank: UInt32, among count: Int) -> OpenGroups {
        var result = self
        let place = place(of: rank)
        if place.found { result.ranks.remove(at: place.index) } else { result.ranks.insert(rank, at: place.index) }
        return result.normalised(among: count)
    }

    /// The spelling that fits: in a page of more than `most` sections the open ones are named while they are few
    /// enough, then the closed ones.
    func normalised(among count: Int) -> OpenGroups {
        let others = count - ranks.count
        guard count > Self.most, others <= Self.most, form == .allExcept || !isAddressable else { return self }
        var named = ranks[...]
        var rest: [UInt32] = []
        rest.reserveCapacity(max(0, others))
        for rank in 0..<UInt32(count) {
            if named.first == rank { named.removeFirst() } else { rest.append(rank) }
        }
        return OpenGroups(form: form == .only ? .allExcept : .only, ranks: rest)
    }

    /// Where `rank` stands among the named ones, or would stand.
    func place(of rank: UInt32) -> (index: Int, found: Bool) {
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle] < rank { low = middle + 1 } else { high = middle }
        }
        return (low, low < ranks.count && ranks[low] == rank)
    }

    /// Starts again as a set of `form` that names nothing; memory is kept.
    mutating func removeAll(form: Form) {
        self.form = form
        ranks.removeAll(keepingCapacity: true)
    }

    /// Names the section at `rank`, in any order and any number of times; `finish` puts them in order.
    mutating func name(_ rank: UInt32) { ranks.append(rank) }

    /// Sorts the named ranks, drops doubles and chooses the spelling that fits.
    mutating func finish(among count: Int) {
        if ranks.count > 1 { sortRanks() }
        if count > Self.most { self = normalised(among: count) }
    }

    /// Names the first `limit` of the ranks only. Returns whether there were more.
    mutating func cut(to limit: Int) -> Bool {
        guard ranks.count > limit else { return false }
        ranks.removeSubrange(limit...)
        return true
    }

    private mutating func sortRanks() {
        ranks.sort()
        var kept = 1
        for index in 1..<ranks.count where ranks[index] != ranks[kept - 1] {
            ranks[kept] = ranks[index]
            kept += 1
        }
        ranks.removeSubrange(kept...)
    }
}
