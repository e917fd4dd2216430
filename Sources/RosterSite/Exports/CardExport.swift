internal import Bytes

/// Friends as vCards 4.0 (RFC 6350), one after another.
struct CardExport {
    let list: FriendList
    let pageName: ByteView
    let groups: [GroupSelection]

    /// Appends the cards.
    func write(into buffer: inout OutputBuffer) {
        var line = OutputBuffer(capacity: 256)
        for selection in groups where list.groups.indices.contains(selection.group) {
            let group = list.groups[selection.group]
            for place in selection.friends where list.friends.indices.contains(place) {
                write(list.friends[place], of: group, &line, into: &buffer)
            }
        }
    }

    private func write(
        _ friend: Friend,
        of group: FriendGroup,
        _ line: inout OutputBuffer,
        into buffer: inout OutputBuffer
    ) {
        buffer.append("BEGIN:VCARD\r\nVERSION:4.0\r\n")
        // A card must have a name (§6.2.1): a friend without one is called by the key.
        let name = list.name(of: friend)
        line.append("FN:")
        if name.isEmpty { list.appendKey(of: friend, to: &line) } else { line.append(vCardText: name) }
        line.endFolded(into: &buffer)
        let pinyin = list.pinyin(of: friend)
        if !pinyin.isEmpty, let sortable = Self.parameter(pinyin) {
            line.append("N;SORT-AS=\"")
            line.append(sortable)
            add("\":;", name, suffix: ";;;", &line, into: &buffer)
        }
        line.append("UID;VALUE=text:")
        line.append(vCardText: pageName)
        line.append("/")
        list.appendKey(of: friend, to: &line)
        line.endFolded(into: &buffer)
        if !list.intro(of: friend).isEmpty { add("NOTE:", list.intro(of: friend), &line, into: &buffer) }
        if !list.text[group.name].isEmpty {
            add("CATEGORIES:", list.text[group.name], suffix: friend.isVIP ? ",VIP" : "", &line, into: &buffer)
        } else if friend.isVIP {
            buffer.append("CATEGORIES:VIP\r\n")
        }
        let url = list.url(of: friend)
        // A path of this site means nothing in an address book.
        if !url.isEmpty, url[0] != UInt8(ascii: "/") {
            line.append("URL:")
            line.append(url)
            line.endFolded(into: &buffer)
        }
        buffer.append("END:VCARD\r\n")
    }

    private func add(
        _ start: StaticString,
        _ text: ByteView,
        suffix: StaticString = "",
        _ line: inout OutputBuffer,
        into buffer: inout OutputBuffer
    ) {
        line.append(start)
        line.append(vCardText: text)
        line.append(suffix)
        line.endFolded(into: &buffer)
    }

    /// `text` as a quoted parameter may hold it (§3.3: no quote, no control); nil if it can't.
    private static func parameter(_ text: ByteView) -> ByteView? {
        for index in 0..<text.count where text[index] < 0x20 || text[index] == UInt8(ascii: "\"") { return nil }
        return text
    }
}

extension OutputBuffer {
    /// Writes `text` as a vCard text value (RFC 6350 §3.4): backslash, comma and semicolon escaped, line breaks `\n`.
    mutating func append(vCardText text: ByteView) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: break
            case 0x0A, 0x0D: append("\\n")
            case 0x09, 0x20...: append(byte)
            default: break
            }
            index += 1
        }
    }

    /// Moves this line to `buffer`, folded at 75 bytes between characters (RFC 6350 §3.2), and empties it.
    mutating func endFolded(into buffer: inout OutputBuffer) {
        var start = 0
        var room = 75
        while count - start > room {
            var end = start + room
            // Not inside a character.
            while end > start + 1, view[end] & 0xC0 == 0x80 { end -= 1 }
            buffer.append(view[start..<end])
            buffer.append("\r\n ")
            start = end
            room = 74
        }
        buffer.append(view[start..<count])
        buffer.append("\r\n")
        removeAll()
    }
}
