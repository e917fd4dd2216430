internal import Bytes
internal import PropertyList

extension ShapeReader {
    /// Root items that are messages.
    mutating func chat(of items: RootItems) -> Chat {
        var arena = ByteArena()
        var scratch = OutputBuffer(capacity: 256)
        var fields = DictionaryReader(MessageField.table, noun: "a message")
        var messages: [Chat.Message] = []
        for (index, value) in items.values.enumerated() {
            let path = items.path(index)
            guard value.kind == .dictionary else {
                warnings.add(
                    "expected a message (a dictionary), found \(value.kind.phrase): left out",
                    at: value,
                    path,
                    kind: "message kind"
                )
                continue
            }
            fields.read(value, at: path, &warnings)
            if fields[.text] == nil {
                warnings.add("a message has no 'text'", at: value, path, kind: "message without text")
            }
            let words = arena.add(text(fields[.text], "a text", at: path, into: &scratch))
            let time = arena.add(text(fields[.time], "a time", at: path, into: &scratch))
            let name = arena.add(text(fields[.name], "a name", at: path, into: &scratch))
            let icon = icons.index(of: fields[.icon], at: path, &warnings)
            let isRepeated = messages.last.map { arena[$0.time] == arena[time] && !time.isEmpty } ?? false
            messages.append(
                .init(
                    text: words,
                    time: time,
                    name: name,
                    icon: icon,
                    side: side(fields, of: value, at: path),
                    repeatsTime: isRepeated
                )
            )
        }
        return Chat(text: arena.freeze(), messages: messages)
    }

    /// Who wrote a message: 0 or 1, also as a string, or a word for it.
    private mutating func side(
        _ fields: DictionaryReader<MessageField>,
        of message: PropertyListValue,
        at path: PropertyListKeyPath
    ) -> Chat.Side {
        guard let type = fields[.type] else {
            warnings.add(
                "a message has no 'type': it is shown on the other side",
                at: message,
                path,
                kind: "message without type"
            )
            return .theirs
        }
        switch ScalarText.integer(type.value) {
        case 0: return .mine
        case 1: return .theirs
        default: break
        }
        if let text = type.value.text {
            let mine = ["me", "mine", "self"] as [StaticString]
            if mine.contains(where: { text.equalsIgnoringCase(ByteView($0)) }) { return .mine }
            let theirs = ["other", "theirs", "them", "you"] as [StaticString]
            if theirs.contains(where: { text.equalsIgnoringCase(ByteView($0)) }) { return .theirs }
        }
        warnings.add(
            "expected type 0 (mine) or 1 (theirs), found \(ScalarText.found(type.value)): it is shown on the other side",
            at: type.value,
            type.path(in: path),
            kind: "message type"
        )
        return .theirs
    }
}
