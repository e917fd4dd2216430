internal import Bytes

/// A friend list in the shape that Roster reads: exported and read again it is the same page with the same addresses.
struct FriendListExport {
    let list: FriendList
    let icons: IconTable
    let groups: [GroupSelection]

    /// Appends it as JSON.
    func writeJSON(into buffer: inout OutputBuffer) { write(ValueWriter(.json), into: &buffer) }

    /// Appends it as an XML property list.
    func writePropertyList(into buffer: inout OutputBuffer) { write(ValueWriter(.propertyList), into: &buffer) }

    private func write(_ form: consuming ValueWriter, into buffer: inout OutputBuffer) {
        var writer = form
        writer.begin(&buffer)
        writer.beginArray(&buffer)
        for selection in groups where list.groups.indices.contains(selection.group) {
            write(selection, to: &writer, &buffer)
        }
        writer.endArray(&buffer)
        writer.end(&buffer)
    }

    private func write(_ selection: GroupSelection, to writer: inout ValueWriter, _ buffer: inout OutputBuffer) {
        let group = list.groups[selection.group]
        writer.beginDictionary(&buffer)
        writer.key(list.shape == .plain ? "group" : "name", &buffer)
        writer.string(list.text[group.name], &buffer)
        writer.member("id", list.text[group.key], &buffer)
        if let online = group.online {
            writer.key("online", &buffer)
            writer.integer(online, &buffer)
        }
        if group.isOpened {
            writer.key("opened", &buffer)
            writer.flag(true, &buffer)
        }
        writer.key("friends", &buffer)
        writer.beginArray(&buffer)
        for place in selection.friends where list.friends.indices.contains(place) {
            write(list.friends[place], to: &writer, &buffer)
        }
        writer.endArray(&buffer)
        writer.endDictionary(&buffer)
    }

    private func write(_ friend: Friend, to writer: inout ValueWriter, _ buffer: inout OutputBuffer) {
        if list.shape == .plain { return writer.string(list.text[friend.name], &buffer) }
        writer.beginDictionary(&buffer)
        writer.key("name", &buffer)
        writer.string(list.text[friend.name], &buffer)
        writer.member("id", list.text[friend.key], &buffer)
        writer.member("intro", list.text[friend.intro], &buffer)
        icons.write(friend.icon, to: &writer, &buffer)
        writer.key("vip", &buffer)
        writer.flag(friend.isVIP, &buffer)
        writer.member("status", ByteView(friend.presence.word), &buffer)
        writer.member("pinyin", list.pinyin(of: friend), &buffer)
        writer.member("url", list.url(of: friend), &buffer)
        writer.endDictionary(&buffer)
    }
}

extension IconTable {
    /// Writes the name of the picture at `index` under `icon`, if there is one.
    func write(_ index: Index, to writer: inout ValueWriter, _ buffer: inout OutputBuffer) {
        guard let name = name(index) else { return }
        var copy = name
        copy.withUTF8 { unsafe writer.member("icon", ByteView(UnsafeRawBufferPointer($0)), &buffer) }
    }

    /// The name at `index` as the owner wrote it, or nil.
    func name(_ index: Index) -> String? {
        let place = Int(index)
        return place > 0 && place <= names.count ? names[place - 1] : nil
    }
}
