internal import Bytes
internal import PropertyList

extension ShapeReader {
    /// How many are online, within 0 and `total`; nil if the file does not say.
    mutating func online(_ member: DictionaryMember?, total: Int, at path: PropertyListKeyPath) -> Int? {
        guard let member else { return nil }
        guard let number = ScalarText.integer(member.value) else {
            warnings.add(
                "expected a number of friends online, found \(ScalarText.found(member.value)): left out",
                at: member.value,
                member.path(in: path),
                kind: "online kind"
            )
            return nil
        }
        guard !(0...total).contains(number) else { return number }
        let bound = number < 0 ? 0 : total
        warnings.add(
            "online is \(number), but the total is \(total): \(bound) is shown",
            at: member.value,
            member.path(in: path),
            kind: "online range"
        )
        return bound
    }

    /// Other keys that a group is to be found under.
    mutating func aliases(_ member: DictionaryMember?, at path: PropertyListKeyPath) -> [ByteView] {
        guard let member else { return [] }
        if let one = member.value.text { return [one] }
        let texts = member.value.elements.compactMap(\.text)
        if member.value.kind != .array || texts.count < member.value.count {
            warnings.add(
                "expected an array of strings for aliases",
                at: member.value,
                member.path(in: path),
                kind: "aliases"
            )
        }
        return texts
    }

    /// Whether a friend is there, by `status` or `online`.
    mutating func presence(_ fields: DictionaryReader<FriendField>, at path: PropertyListKeyPath) -> Presence {
        guard let member = fields[.status] else {
            return fields[.online].map { flag($0, at: path) ? .online : .offline } ?? .unknown
        }
        if let text = member.value.text {
            if text.isEmpty { return .unknown }
            if let known = Presence.allCases.first(where: { text.equalsIgnoringCase(ByteView($0.word)) }) {
                return known
            }
        }
        warnings.add(
            "expected online, away, busy or offline, found \(ScalarText.found(member.value))",
            at: member.value,
            member.path(in: path),
            kind: "status"
        )
        return .unknown
    }
}
