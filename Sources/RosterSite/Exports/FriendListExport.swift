internal import Bytes
internal import PropertyList

/// A friend list in the shape that Roster reads: exported and read again it is the same page with the same addresses.
struct FriendListExport: ExportedValue {
    let list: FriendList
    let icons: IconTable
    /// The friends to be written; places that the list does not have are passed over.
    let groups: [GroupSelection]

    /// Gives the groups to `sink`.
    func write<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink) {
        let known = groups.filter { list.groups.indices.contains($0.group) }
        let aliases = list.keys.aliases
        sink.beginArray(count: known.count)
        for selection in known { write(selection, aliases[selection.group] ?? [], to: &sink) }
        sink.end()
    }

    private func write<Sink: PropertyListSink & ~Copyable>(
        _ selection: GroupSelection,
        _ aliases: [ByteView],
        to sink: inout Sink,
    ) {
        let group = list.groups[selection.group]
        let optional = [group.online != nil, group.isOpened, !aliases.isEmpty].count(where: \.self)
        sink.beginDictionary(count: 3 + optional)
        sink.key(list.shape == .plain ? "group" : "name")
        sink.string(list.text[group.name])
        sink.member("id", list.text[group.key])
        if !aliases.isEmpty {
            sink.key("aliases")
            sink.beginArray(count: aliases.count)
            for alias in aliases { sink.string(alias) }
            sink.end()
        }
        if let online = group.online {
            sink.key("online")
            sink.integer(online)
        }
        if group.isOpened {
            sink.key("opened")
            sink.boolean(true)
        }
        sink.key("friends")
        let known = selection.friends.filter { list.friends.indices.contains($0) }
        sink.beginArray(count: known.count)
        var key = OutputBuffer(capacity: 64)
        for place in known { write(list.friends[place], to: &sink, &key) }
        sink.end()
        sink.end()
    }

    private func write<Sink: PropertyListSink & ~Copyable>(
        _ friend: Friend,
        to sink: inout Sink,
        _ key: inout OutputBuffer
    ) {
        if list.shape == .plain { return sink.string(list.name(of: friend)) }
        // How many entries there are matters only for none: there are at least two.
        sink.beginDictionary(count: 2)
        sink.key("name")
        sink.string(list.name(of: friend))
        key.removeAll()
        list.appendKey(of: friend, to: &key)
        sink.member("id", key.view)
        sink.member("intro", list.intro(of: friend))
        sink.member("icon", icons.name(friend.icon))
        sink.key("vip")
        sink.boolean(friend.isVIP)
        sink.member("status", ByteView(friend.presence.word))
        sink.member("pinyin", list.pinyin(of: friend))
        sink.member("url", list.url(of: friend))
        sink.end()
    }
}
