internal import Bytes
internal import PropertyList

extension ShapeReader {
    /// What reading friends keeps from one to the next.
    struct FriendScratch: ~Copyable {
        var fields = DictionaryReader(FriendField.table, noun: "a friend")
        var name = OutputBuffer(capacity: 256)
        var intro = OutputBuffer(capacity: 256)
        var id = OutputBuffer(capacity: 64)
        var pinyin = OutputBuffer(capacity: 64)
        var isRich = false
    }

    /// Root items that are groups.
    mutating func friendList(of items: RootItems) -> FriendList {
        var builder = FriendListBuilder()
        var scratch = FriendScratch()
        var fields = DictionaryReader(GroupField.table, noun: "a group")
        var friends: [FriendsPlace] = []
        for (index, value) in items.values.enumerated() {
            let path = items.path(index)
            guard value.kind == .dictionary else {
                warnings.add(
                    "expected a group (a dictionary), found \(value.kind.phrase): left out",
                    at: value,
                    path,
                    kind: "group kind"
                )
                continue
            }
            fields.read(value, at: path, &warnings)
            friends.append(add(group: value, fields, at: path, to: &builder, &scratch))
        }
        return finish(builder, shape: scratch.isRich ? .rich : .plain, friends)
    }

    /// Root items that are friends: one group, open, of the page's name.
    mutating func singleGroup(of items: RootItems) -> FriendList {
        var builder = FriendListBuilder()
        var scratch = FriendScratch()
        var name = OutputBuffer(capacity: 64)
        name.append(pageName)
        builder.beginGroup(name: name.view, isOpened: true)
        for (index, value) in items.values.enumerated() {
            add(friend: value, at: items.path(index), to: &builder, &scratch)
        }
        builder.endGroup()
        return finish(builder, shape: .rich, [])
    }

    /// Where the friends of a group were found, for warnings at the end.
    struct FriendsPlace {
        /// The group.
        var group: PropertyListValue
        /// Its key path.
        var path: PropertyListKeyPath
        /// The key its friends are under.
        var key: ByteView
    }

    private mutating func add(
        group: PropertyListValue,
        _ fields: DictionaryReader<GroupField>,
        at path: PropertyListKeyPath,
        to builder: inout FriendListBuilder,
        _ scratch: inout FriendScratch
    ) -> FriendsPlace {
        let name = text(fields[.name], "a group's name", at: path, into: &scratch.name)
        let id = text(fields[.id], "an id", at: path, into: &scratch.id)
        if fields[.name]?.isEmptyText ?? true {
            warnings.add("a group has no 'name'", at: group, path, kind: "group without name")
        }
        builder.beginGroup(
            name: name,
            id: id,
            aliases: aliases(fields[.aliases], at: path),
            isOpened: flag(fields[.opened], at: path)
        )
        if let friends = fields[.friends] {
            add(friends: friends.value, at: friends.path(in: path), to: &builder, &scratch)
        } else {
            warnings.add("a group has no 'friends'", at: group, path, kind: "group without friends")
        }
        builder.endGroup(online: online(fields[.online], total: builder.friendsInGroup, at: path))
        return FriendsPlace(group: group, path: path, key: fields[.friends]?.key ?? .empty)
    }

    private mutating func add(
        friends: PropertyListValue,
        at path: PropertyListKeyPath,
        to builder: inout FriendListBuilder,
        _ scratch: inout FriendScratch
    ) {
        guard friends.kind == .array else {
            return warnings.add(
                "expected an array of friends, found \(friends.kind.phrase)",
                at: friends,
                path,
                kind: "friends kind"
            )
        }
        var place = path
        for (index, value) in friends.elements.enumerated() {
            place.push(index: index)
            add(friend: value, at: place, to: &builder, &scratch)
            place.pop()
        }
    }

    private mutating func add(
        friend: PropertyListValue,
        at path: PropertyListKeyPath,
        to builder: inout FriendListBuilder,
        _ scratch: inout FriendScratch
    ) {
        switch friend.kind {
        case .string:
            let name = friend.text ?? .empty
            if name.isEmpty { warnings.add("a friend has no 'name'", at: friend, path, kind: "friend without name") }
            builder.addFriend(name: name)
        case .dictionary:
            scratch.isRich = true
            scratch.fields.read(friend, at: path, &warnings)
            addFields(of: friend, at: path, to: &builder, &scratch)
        case .integer, .real:
            builder.addFriend(
                name: text(DictionaryMember(value: friend, key: .empty), "a name", at: path, into: &scratch.name)
            )
        default:
            warnings.add(
                "expected a friend (a name or a dictionary), found \(friend.kind.phrase): left out",
                at: friend,
                path,
                kind: "friend kind"
            )
        }
    }

    private mutating func addFields(
        of friend: PropertyListValue,
        at path: PropertyListKeyPath,
        to builder: inout FriendListBuilder,
        _ scratch: inout FriendScratch
    ) {
        if scratch.fields[.name]?.isEmptyText ?? true {
            warnings.add("a friend has no 'name'", at: friend, path, kind: "friend without name")
        }
        builder.addFriend(
            name: text(scratch.fields[.name], "a name", at: path, into: &scratch.name),
            id: text(scratch.fields[.id], "an id", at: path, into: &scratch.id),
            intro: text(scratch.fields[.intro], "an intro", at: path, into: &scratch.intro),
            icon: icons.index(
                of: scratch.fields[.icon],
                at: path,
                &warnings
            ),
            presence: presence(scratch.fields, at: path),
            isVIP: flag(scratch.fields[.vip], at: path),
            pinyin: text(scratch.fields[.pinyin], "pinyin", at: path, into: &scratch.pinyin),
            url: link(scratch.fields[.url], at: path)
        )
    }

    private mutating func finish(
        _ builder: consuming FriendListBuilder,
        shape: FriendList.Shape,
        _ friends: [FriendsPlace]
    ) -> FriendList {
        builder.makeKeys()
        for repeated in builder.repeatedIDs where repeated.group < friends.count {
            var place = friends[repeated.group].path
            var value = friends[repeated.group].group
            if let friend = repeated.friend {
                place.push(key: friends[repeated.group].key)
                place.push(index: friend)
                value = value[friends[repeated.group].key]?[friend] ?? value
            }
            warnings.add(
                "id '\(repeated.id)' is used twice: the second one gets a number",
                at: value,
                place,
                kind: "repeated id"
            )
        }
        return builder.finish(shape: shape)
    }
}
