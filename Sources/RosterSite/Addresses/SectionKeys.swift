internal import Bytes

/// The keys of one page's sections, as addresses name them: looked up by bytes, listed in byte order.
///
/// Made once for a page and a revision. A section is named by its index in the file; its *rank* is its place when the
/// keys are sorted by their bytes, which is the order addresses list them in.
final class SectionKeys: Sendable {
    private let bytes: SharedBytes
    private let keys: [ByteRange]
    private let names: ByteTable
    private let aliasSections: [UInt32]
    private let ranks: [UInt32]
    private let sections: [UInt32]
    /// What is open when the address says nothing.
    let openByDefault: OpenGroups

    /// Keys in file order, older names of sections (`section` is an index into `keys`), and whether each is open by
    /// default. Of two equal names the first counts.
    init(
        keys names: [ByteView],
        aliases: [(name: ByteView, section: Int)] = [],
        opened: (Int) -> Bool = { _ in false },
    ) {
        var arena = ByteArena(capacity: 24 * names.count)
        let keys = names.map { arena.add($0) }
        let older = aliases.map { arena.add($0.name) }
        let bytes = arena.freeze()
        var table = ByteTable(capacity: names.count + aliases.count)
        for (index, key) in keys.enumerated() { table.insert(bytes[key], UInt32(index)) { bytes[keys[Int($0)]] } }
        let count = keys.count
        let lookUp: (UInt32) -> ByteView = { bytes[Int($0) < count ? keys[Int($0)] : older[Int($0) - count]] }
        for (index, alias) in older.enumerated() where aliases[index].section < count {
            table.insert(bytes[alias], UInt32(count + index), at: lookUp)
        }
        self.names = table
        self.bytes = bytes
        self.keys = keys + older
        aliasSections = aliases.map { UInt32(truncatingIfNeeded: $0.section) }
        let order = (0..<count).sorted { bytes[keys[$0]] < bytes[keys[$1]] }
        var ranks = [UInt32](repeating: 0, count: count)
        for (rank, section) in order.enumerated() { ranks[section] = UInt32(rank) }
        self.ranks = ranks
        sections = order.map { UInt32($0) }
        let open = (0..<count).filter(opened).map { ranks[$0] }.sorted()
        openByDefault = OpenGroups(form: .only, ranks: open).normalised(among: count)
    }

    /// How many sections there are.
    var count: Int { sections.count }

    /// The section that `name` means, and whether `name` is its key of today rather than an alias.
    func section(named name: ByteView) -> (section: Int, isCurrent: Bool)? {
        guard let found = names.value(of: name, at: { bytes[keys[Int($0)]] }).map(Int.init) else { return nil }
        if found < count { return (found, true) }
        return (Int(aliasSections[found - count]), false)
    }

    /// The section whose key is `name` in small letters; keys are never longer than 24 bytes.
    func section(namedIgnoringCase name: ByteView) -> Int? {
        guard name.count <= Self.keyBytes else { return nil }
        var small = OutputBuffer(capacity: Self.keyBytes)
        for index in 0..<name.count { small.append(ASCII.lowercased(name[index])) }
        return section(named: small.view)?.section
    }

    /// The longest key.
    static let keyBytes = 24

    /// The key of `section`, which must be an index below `count`.
    func key(of section: Int) -> ByteView { bytes[keys[section]] }

    /// The place of `section` among the sorted keys.
    func rank(of section: Int) -> UInt32 { ranks[section] }

    /// The section at `rank` of the sorted keys.
    func section(atRank rank: UInt32) -> Int { Int(sections[Int(rank)]) }

    /// The key at `rank` of the sorted keys.
    func key(atRank rank: UInt32) -> ByteView { key(of: section(atRank: rank)) }
}
