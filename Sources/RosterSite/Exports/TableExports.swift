internal import Bytes

/// Lines of a CSV file (RFC 4180) in UTF-8. A byte order mark stands in front: without it spreadsheets show Chinese
/// names as something else.
struct TableWriter: ~Copyable {
    private var isFirst = true

    /// Begins a table with the names of its columns.
    static func begin(_ columns: [StaticString], _ buffer: inout OutputBuffer) -> TableWriter {
        buffer.append("\u{FEFF}")
        var writer = TableWriter()
        for column in columns { writer.field(ByteView(column), &buffer) }
        writer.endLine(&buffer)
        return writer
    }

    /// Writes the next field of the line.
    mutating func field(_ text: ByteView, _ buffer: inout OutputBuffer) {
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        isFirst = false
        buffer.append(csvField: text)
    }

    /// Writes the next field of the line.
    mutating func field(_ text: String, _ buffer: inout OutputBuffer) {
        var copy = text
        copy.withUTF8 { unsafe field(ByteView(UnsafeRawBufferPointer($0)), &buffer) }
    }

    /// Ends the line.
    mutating func endLine(_ buffer: inout OutputBuffer) {
        buffer.append("\r\n")
        isFirst = true
    }
}

/// A friend list as a table: one line a friend.
struct FriendTable {
    let list: FriendList
    let icons: IconTable
    let groups: [GroupSelection]

    /// Appends it as CSV.
    func write(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(
            ["group", "name", "intro", "vip", "status", "pinyin", "url", "icon", "key"],
            &buffer
        )
        for selection in groups where list.groups.indices.contains(selection.group) {
            let group = list.text[list.groups[selection.group].name]
            for place in selection.friends where list.friends.indices.contains(place) {
                let friend = list.friends[place]
                writer.field(group, &buffer)
                writer.field(list.name(of: friend), &buffer)
                writer.field(list.intro(of: friend), &buffer)
                writer.field(ByteView(friend.isVIP ? "1" : "0"), &buffer)
                writer.field(ByteView(friend.presence.word), &buffer)
                writer.field(list.pinyin(of: friend), &buffer)
                writer.field(list.url(of: friend), &buffer)
                writer.field(icons.name(friend.icon), &buffer)
                // A key needs no quotes.
                writer.field(.empty, &buffer)
                list.appendKey(of: friend, to: &buffer)
                writer.endLine(&buffer)
            }
        }
    }
}
