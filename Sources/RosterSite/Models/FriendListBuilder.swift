internal import Bytes

/// Puts a friend list together, group by group and friend by friend, and gives each its key at the end.
///
/// Ids of the owner get their keys first, in file order; then names: an id is never pushed aside by a name.
struct FriendListBuilder: ~Copyable {
    /// Two owners' ids that ask for one key.
    struct RepeatedID: Equatable {
        /// The group's place.
        var group: Int
        /// The friend's place in the group; nil for the group itself.
        var friend: Int?
        /// The key that both ask for.
        var id: String
    }

    private var text: ByteArena
    private var groups: [FriendGroup] = []
    private var friends: [Friend] = []
    private var details: [FriendDetails] = []
    private var aliases: [(alias: ByteRange, group: Int)] = []
    private var onlineFriends = 0
    private var knownFriends = 0
    private(set) var repeatedIDs: [RepeatedID] = []

    /// How many `repeatedIDs` are kept: enough to find the fault.
    private static let repeatedIDLimit = 20

    /// An empty list, with room for about `textBytes` of names and other texts.
    init(textBytes: Int = 4096) {
        text = ByteArena(capacity: textBytes)
    }

    /// How many friends the group being added has so far.
    var friendsInGroup: Int { friends.count - (groups.last?.friends.lowerBound ?? 0) }

    /// How many friends the list has so far.
    var friendCount: Int { friends.count }

    /// Begins a group; the friends added next are its own. `online` is set by `endGroup`.
    mutating func beginGroup(name: ByteView, id: ByteView = .empty, aliases: [ByteView] = [], isOpened: Bool = false) {
        let key = wantedKey(id)
        groups.append(
            FriendGroup(
                key: key,
                name: text.add(name),
                online: nil,
                isOpened: isOpened,
                friends: friends.count..<friends.count
            )
        )
        (onlineFriends, knownFriends) = (0, 0)
        for alias in aliases {
            var key = OutputBuffer(capacity: 32)
            KeyRules.appendKey(ofID: alias, to: &key)
            self.aliases.append((text.add(key.view), groups.count - 1))
        }
    }

    /// Adds a friend to the group begun last.
    mutating func addFriend(
        name: ByteView,
        id: ByteView = .empty,
        intro: ByteView = .empty,
        icon: IconTable.Index = 0,
        presence: Presence = .unknown,
        isVIP: Bool = false,
        pinyin: ByteView = .empty,
        url: ByteView = .empty,
    ) {
        let hasDetails = !pinyin.isEmpty || !url.isEmpty
        if hasDetails { details.append(FriendDetails(pinyin: text.add(pinyin), url: text.add(url))) }
        let key = wantedKey(id)
        let offset = UInt32(clamping: text.count)
        var friend = Friend(
            offset: offset,
            nameCount: text.add(name).count,
            introCount: text.add(intro).count,
            icon: icon,
            details: hasDetails ? UInt32(clamping: details.count) : 0,
            presence: presence,
            isVIP: isVIP
        )
        friend.key = key
        friends.append(friend)
        onlineFriends += presence.isReachable ? 1 : 0
        knownFriends += presence == .unknown ? 0 : 1
    }

    /// Ends the group begun last. `online` is what the file says, already within bounds; nil lets it be counted
    /// where any friend has a presence.
    mutating func endGroup(online: Int? = nil) {
        guard let last = groups.indices.last else { return }
        groups[last].friends = groups[last].friends.lowerBound..<friends.count
        groups[last].online = online ?? (knownFriends > 0 ? onlineFriends : nil)
    }

    /// Gives every group and friend its key; `repeatedIDs` is complete after this.
    mutating func makeKeys() {
        var (groupKeys, friendKeys) = (KeyMaker(), KeyMaker())
        for index in groups.indices where !groups[index].key.isEmpty {
            groups[index].key = claim(id: groups[index].key, from: &groupKeys, group: index, friend: nil)
        }
        for index in groups.indices where groups[index].key.isEmpty {
            groups[index].key = claim(name: groups[index].name, from: &groupKeys)
        }
        for (group, range) in groups.map(\.friends).enumerated() {
            for index in range where !friends[index].key.isEmpty {
                let place = index - range.lowerBound
                friends[index].key = claim(id: friends[index].key, from: &friendKeys, group: group, friend: place)
            }
        }
        for index in friends.indices where friends[index].key.isEmpty {
            friends[index].key = claim(name: friends[index].name, from: &friendKeys)
        }
        aliases.removeAll { groupKeys.isTaken(text[$0.alias], in: text) }
    }

    /// The list; `makeKeys` must have been called.
    consuming func finish(shape: FriendList.Shape) -> FriendList {
        FriendList(
            text: text.freeze(),
            groups: groups,
            friends: friends,
            details: details,
            aliases: aliases,
            shape: shape
        )
    }

    private mutating func claim(name: ByteRange, from keys: inout KeyMaker) -> ByteRange {
        var wanted = OutputBuffer(capacity: 64)
        KeyRules.appendKey(ofName: text[name], to: &wanted)
        return keys.claim(wanted.view, in: &text)
    }

    /// What `id` asks for, until `makeKeys` finds out whether it gets it; nothing without an id.
    private mutating func wantedKey(_ id: ByteView) -> ByteRange {
        guard !id.isEmpty else { return .empty }
        var wanted = OutputBuffer(capacity: 32)
        KeyRules.appendKey(ofID: id, to: &wanted)
        return text.add(wanted.view)
    }

    private mutating func claim(id: ByteRange, from keys: inout KeyMaker, group: Int, friend: Int?) -> ByteRange {
        var wanted = OutputBuffer(capacity: 32)
        wanted.append(text[id])
        let key = keys.claim(wanted.view, in: &text)
        if text[key] != wanted.view, !KeyRules.isReserved(wanted.view), repeatedIDs.count < Self.repeatedIDLimit {
            repeatedIDs.append(RepeatedID(group: group, friend: friend, id: wanted.view.string))
        }
        return key
    }
}
