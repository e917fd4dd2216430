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

    private var text = ByteArena()
    private var names = TextPoolBuilder()
    private var intros = TextPoolBuilder()
    private var pinyins = TextPoolBuilder()
    private var others = TextPoolBuilder()
    private(set) var groups: [FriendGroup] = []
    private(set) var friends: [Friend] = []
    private(set) var details: [FriendDetails] = []
    private(set) var aliases: [(alias: ByteRange, group: Int)] = []
    private var onlineFriends = 0
    private var knownFriends = 0
    private(set) var repeatedIDs: [RepeatedID] = []

    /// How many `repeatedIDs` are kept: enough to find the fault.
    private static let repeatedIDLimit = 20

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
        var place: Int?
        if !id.isEmpty || !pinyin.isEmpty || !url.isEmpty {
            place = details.count
            details.append(
                FriendDetails(pinyin: pinyins.number(of: pinyin), url: others.number(of: url), id: wantedNumber(id))
            )
        }
        friends.append(
            Friend(
                name: names.number(of: name),
                intro: intros.number(of: intro),
                icon: icon,
                details: place,
                presence: presence,
                isVIP: isVIP
            )
        )
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
        makeGroupKeys()
        var keys = KeyMaker()
        for (group, range) in groups.map(\.friends).enumerated() {
            for index in range { claimID(of: index, from: &keys, group: group, friend: index - range.lowerBound) }
        }
        // What each name asks for; 0 until it is known.
        var places = [TextPool.Number](repeating: 0, count: names.count)
        for index in friends.indices { claimName(of: index, from: &keys, &places) }
    }

    /// The list; `makeKeys` must have been called.
    consuming func finish(shape: FriendList.Shape) -> FriendList { FriendList(self, shape: shape) }

    /// All texts for good.
    consuming func finishTexts() -> (
        text: SharedBytes, names: TextPool, intros: TextPool, pinyins: TextPool, others: TextPool
    ) {
        (text.freeze(), names.finish(), intros.finish(), pinyins.finish(), others.finish())
    }

    private mutating func makeGroupKeys() {
        var keys = KeyMaker()
        for index in groups.indices where !groups[index].key.isEmpty {
            groups[index].key = claim(id: groups[index].key, from: &keys, group: index)
        }
        for index in groups.indices where groups[index].key.isEmpty {
            var wanted = OutputBuffer(capacity: 64)
            KeyRules.appendKey(ofName: text[groups[index].name], to: &wanted)
            groups[index].key = keys.claim(wanted.view, in: &text)
        }
        let wanted = aliases
        aliases = []
        for alias in wanted where !keys.isTaken(text[alias.alias]) { aliases.append(alias) }
    }

    private mutating func claimID(of index: Int, from keys: inout KeyMaker, group: Int, friend: Int) {
        guard let place = friends[index].details, details[place].id > 0 else { return }
        let id = others[details[place].id]
        details[place].keyNumber = keys.claim(keys.place(of: id))
        if details[place].keyNumber > 1 { addRepeated(id, group: group, friend: friend) }
    }

    private mutating func claimName(of index: Int, from keys: inout KeyMaker, _ places: inout [TextPool.Number]) {
        let friend = friends[index]
        if let place = friend.details, details[place].id > 0 { return }
        let name = Int(friend.name)
        if places[name] == 0 {
            var wanted = OutputBuffer(capacity: 64)
            KeyRules.appendKey(ofName: names[friend.name], to: &wanted)
            places[name] = keys.place(of: wanted.view)
        }
        let number = keys.claim(places[name])
        if let place = friend.details {
            details[place].keyNumber = number
        } else {
            friends[index] = friend.withKey(number: number)
        }
    }

    /// What `id` asks for, until `makeKeys` finds out whether it gets it; nothing without an id.
    private mutating func wantedKey(_ id: ByteView) -> ByteRange {
        guard !id.isEmpty else { return .empty }
        var wanted = OutputBuffer(capacity: 32)
        KeyRules.appendKey(ofID: id, to: &wanted)
        return text.add(wanted.view)
    }

    private mutating func wantedNumber(_ id: ByteView) -> TextPool.Number {
        guard !id.isEmpty else { return 0 }
        var wanted = OutputBuffer(capacity: 32)
        KeyRules.appendKey(ofID: id, to: &wanted)
        return others.number(of: wanted.view)
    }

    private mutating func claim(id: ByteRange, from keys: inout KeyMaker, group: Int) -> ByteRange {
        var wanted = OutputBuffer(capacity: 32)
        wanted.append(text[id])
        let key = keys.claim(wanted.view, in: &text)
        if text[key] != wanted.view { addRepeated(wanted.view, group: group, friend: nil) }
        return key
    }

    private mutating func addRepeated(_ id: ByteView, group: Int, friend: Int?) {
        guard !KeyRules.isReserved(id), repeatedIDs.count < Self.repeatedIDLimit else { return }
        repeatedIDs.append(RepeatedID(group: group, friend: friend, id: id.string))
    }
}
