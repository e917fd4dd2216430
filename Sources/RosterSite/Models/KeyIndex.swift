internal import Bytes

/// Finds the section that a key or an alias of an address names, by binary search: nothing is allocated.
struct KeyIndex: Sendable {
    /// What a key of an address turned out to be.
    enum Match: Sendable, Equatable {
        /// The key of the section with this index.
        case key(Int)
        /// An alias: the address should name the key of the section with this index.
        case alias(Int)
    }

    private struct Entry: Sendable {
        var name: ByteRange
        var section: Int
        var isAlias: Bool
    }

    private let text: SharedBytes
    private let entries: [Entry]
    /// The sections in the bytewise order of their keys: the order of an address.
    let sectionsInKeyOrder: [Int]

    /// An index over `keys`, one a section, and `aliases`; where an alias equals a key, the key counts.
    init(text: SharedBytes, keys: [ByteRange], aliases: [(alias: ByteRange, group: Int)] = []) {
        var entries = keys.indices.map { Entry(name: keys[$0], section: $0, isAlias: false) }
        entries += aliases.map { Entry(name: $0.alias, section: $0.group, isAlias: true) }
        entries.sort { one, other in
            let (left, right) = (text[one.name], text[other.name])
            return left == right ? !one.isAlias && other.isAlias : left < right
        }
        self.text = text
        self.entries = entries
        sectionsInKeyOrder = entries.filter { !$0.isAlias }.map(\.section)
    }

    /// The aliases of each section that has any, in byte order.
    var aliases: [Int: [ByteView]] {
        let named = entries.filter(\.isAlias).map { ($0.section, [text[$0.name]]) }
        return Dictionary(named, uniquingKeysWith: +)
    }

    /// What `key` names, or nil.
    func match(_ key: ByteView) -> Match? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if text[entries[middle].name] < key { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, text[entries[low].name] == key else { return nil }
        return entries[low].isAlias ? .alias(entries[low].section) : .key(entries[low].section)
    }
}
