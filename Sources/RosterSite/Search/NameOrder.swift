internal import Bytes

/// Puts the friends of each group in the order of their names.
enum NameOrder {
    /// The places in `list.friends` by name within each group; equal names stay in file order.
    ///
    /// Each different name is compared with others only once, whoever bears it.
    static func places(in list: FriendList, _ folding: inout FoldedText) -> [UInt32] {
        let ranks = ranks(of: [list.names, list.pinyins], &folding)
        var places: [UInt32] = []
        places.reserveCapacity(list.friends.count)
        for group in list.groups {
            var entries = group.friends.map { place in
                let friend = list.friends[place]
                let pinyin = list.detail(of: friend)?.pinyin ?? 0
                let rank = pinyin > 0 ? ranks[1][Int(pinyin)] : ranks[0][Int(friend.name)]
                return UInt64(rank) << 32 | UInt64(UInt32(clamping: place))
            }
            entries.sort()
            for entry in entries { places.append(UInt32(truncatingIfNeeded: entry)) }
        }
        return places
    }

    private struct Entry {
        /// The first eight bytes of the sort key: most names differ there.
        var head: UInt64
        var key: ByteRange
        /// The text's place among those of all pools.
        var place: UInt32
    }

    /// For each pool the rank of each of its texts: less for an earlier name, equal for equal ones.
    private static func ranks(of pools: [TextPool], _ folding: inout FoldedText) -> [[UInt32]] {
        var keys = OutputBuffer(capacity: 1024)
        var entries: [Entry] = []
        entries.reserveCapacity(pools.reduce(0) { $0 + $1.count })
        for pool in pools {
            for number in 0..<pool.count {
                let start = keys.count
                folding.append(sortKeyOf: pool[TextPool.Number(clamping: number)], to: &keys)
                let key = keys.view.dropFirst(start)
                var head: UInt64 = 0
                for index in 0..<8 { head = head << 8 | UInt64(index < key.count ? key[index] : 0) }
                let range = ByteRange(offset: UInt32(clamping: start), count: UInt32(clamping: key.count))
                entries.append(Entry(head: head, key: range, place: UInt32(clamping: entries.count)))
            }
        }
        let text = keys.freeze()
        entries.sort { one, other in
            one.head == other.head ? text[one.key] < text[other.key] : one.head < other.head
        }
        var ranks = pools.map { [UInt32](repeating: 0, count: $0.count) }
        var rank: UInt32 = 0
        for (index, entry) in entries.enumerated() {
            if index > 0, text[entries[index - 1].key] != text[entry.key] { rank += 1 }
            var (pool, place) = (0, Int(entry.place))
            while place >= pools[pool].count {
                place -= pools[pool].count
                pool += 1
            }
            ranks[pool][place] = rank
        }
        return ranks
    }
}
