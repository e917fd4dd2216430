internal import Bytes

/// The keys of one page's sections, as addresses name them: looked up by bytes, listed in byte order.
///
/// Made once for a page and a revision. A section is named by its index in the file; its *rank* is its place when the
/// keys are sorted by their bytes, which is the order addresses list them in.
final class SectionKeys: Sendable {
    private let text: SharedBytes
    private let keys: [ByteRange]
    private let index: KeyIndex
    private let ranks: [UInt32]
    /// What is open when the address says nothing.
    let openByDefault: OpenGroups

    /// The longest key.
    static let keyBytes = 24

    /// Keys in file order, an index over them, and whether each is open by default.
    init(text: SharedBytes, keys: [ByteRange], index: KeyIndex, opened: (Int) -> Bool = { _ in false }) {
        self.text = text
        self.keys = keys
        self.index = index
        var ranks = [UInt32](repeating: 0, count: keys.count)
        for (rank, section) in index.sectionsInKeyOrder.enumerated() { ranks[section] = UInt32(rank) }
        self.ranks = ranks
        let open = keys.indices.filter(opened).map { ranks[$0] }.sorted()
        openByDefault = OpenGroups(form: .only, ranks: open).normalised(among: keys.count)
    }

    /// How many sections there are.
    var count: Int { keys.count }

    /// The section that `name`, a key or an alias in any case, means.
    func section(named name: ByteView) -> Int? {
        if let match = index.match(name) { return match.section }
        guard name.count <= Self.keyBytes else { return nil }
        var small = OutputBuffer(capacity: Self.keyBytes)
        for index in 0..<name.count { small.append(ASCII.lowercased(name[index])) }
        return index.match(small.view)?.section
    }

    /// The key of `section`, which must be an index below `count`.
    func key(of section: Int) -> ByteView { text[keys[section]] }

    /// The place of `section` among the sorted keys.
    func rank(of section: Int) -> UInt32 { ranks[section] }

    /// The key at `rank` of the sorted keys.
    func key(atRank rank: UInt32) -> ByteView { key(of: index.sectionsInKeyOrder[Int(rank)]) }
}

extension KeyIndex.Match {
    /// The section meant.
    var section: Int {
        switch self {
        case .key(let section), .alias(let section): section
        }
    }
}
