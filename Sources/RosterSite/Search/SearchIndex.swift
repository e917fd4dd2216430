internal import Bytes

/// The folded text of a friend list, made once per revision: every friend's ways of being found, one after another.
///
/// One block of text is scanned for the search text sixteen bytes a step; no friend is looked at unless it is hit.
final class SearchIndex: Sendable {
    /// The text of each friend, in the order of `FriendList.friends`.
    let friends: SharedBytes
    /// Where each friend's text begins in `friends`, and where the last ends.
    let starts: [UInt32]
    /// The same for the groups' names.
    let groups: SharedBytes
    /// Where each group's text begins in `groups`, and where the last ends.
    let groupStarts: [UInt32]
    /// The places in `FriendList.friends` by name within each group.
    let byName: [UInt32]

    /// Makes the index of `list`: about a microsecond a friend, and a tenth of a second for the first Chinese name.
    init(_ list: FriendList) {
        var folding = FoldedText()
        var text = OutputBuffer(capacity: list.text.count + 64)
        var starts: [UInt32] = []
        starts.reserveCapacity(list.friends.count + 1)
        for friend in list.friends {
            starts.append(UInt32(clamping: text.count))
            folding.append(name: list.text[friend.name], pinyin: list.pinyin(of: friend), to: &text)
            folding.append(text: list.text[friend.intro], to: &text)
        }
        starts.append(UInt32(clamping: text.count))
        self.starts = starts
        friends = text.freeze()

        var names = OutputBuffer(capacity: 1024)
        var groupStarts: [UInt32] = []
        for group in list.groups {
            groupStarts.append(UInt32(clamping: names.count))
            folding.append(name: list.text[group.name], pinyin: .empty, to: &names)
        }
        groupStarts.append(UInt32(clamping: names.count))
        self.groupStarts = groupStarts
        groups = names.freeze()
        byName = NameOrder.places(in: list, &folding)
    }

    /// What the friend at `index` is found by.
    func text(ofFriend index: Int) -> ByteView { friends.view[Int(starts[index])..<Int(starts[index + 1])] }

    /// What the group at `index` is found by.
    func text(ofGroup index: Int) -> ByteView { groups.view[Int(groupStarts[index])..<Int(groupStarts[index + 1])] }
}

/// Puts the friends of each group in the order of their names.
enum NameOrder {
    private struct Entry {
        /// The first eight bytes of the sort key: most names differ there.
        var head: UInt64
        var key: ByteRange
        var place: UInt32
    }

    /// The places in `list.friends` by name within each group; equal names stay in file order.
    static func places(in list: FriendList, _ folding: inout FoldedText) -> [UInt32] {
        var places: [UInt32] = []
        places.reserveCapacity(list.friends.count)
        for group in list.groups {
            var keys = OutputBuffer(capacity: 1024)
            var entries: [Entry] = []
            entries.reserveCapacity(group.friends.count)
            for place in group.friends {
                let friend = list.friends[place]
                let start = keys.count
                folding.append(sortKeyOf: list.text[friend.name], pinyin: list.pinyin(of: friend), to: &keys)
                let key = keys.view.dropFirst(start)
                var head: UInt64 = 0
                for index in 0..<8 { head = head << 8 | UInt64(index < key.count ? key[index] : 0) }
                let range = ByteRange(offset: UInt32(clamping: start), count: UInt32(clamping: key.count))
                entries.append(Entry(head: head, key: range, place: UInt32(clamping: place)))
            }
            let text = keys.freeze()
            entries.sort { one, other in
                if one.head != other.head { return one.head < other.head }
                let (left, right) = (text[one.key], text[other.key])
                return left == right ? one.place < other.place : left < right
            }
            places += entries.map(\.place)
        }
        return places
    }
}
