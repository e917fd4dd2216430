internal import Bytes

extension OpenGroups {
    /// Writes the value of `open`: `all`, `all.-key`, `none` or `key.key`.
    func append(to out: inout OutputBuffer, keys: SectionKeys) {
        var list = KeyList(form: form, isEmpty: ranks.isEmpty, out: &out)
        for rank in ranks { list.add(keys.key(atRank: rank), to: &out) }
    }

    /// Writes the value of `open` with the section at `rank` toggled. Writes nothing where the result is what the page
    /// opens by default or what no address can hold.
    func append(toggling rank: UInt32, to out: inout OutputBuffer, keys: SectionKeys) -> Toggled {
        guard keys.count > Self.most else {
            return append(toggling: rank, to: &out, keys: keys, standard: keys.openByDefault, most: Self.most)
        }
        return toggling(rank, among: keys.count).appendUnlessDefault(to: &out, keys: keys)
    }

    /// Writes the set with the section at `rank` toggled, in the form it has. Writes nothing where the result is `standard`
    /// or names more than `most` sections. Makes no copy of the set.
    func append(
        toggling rank: UInt32,
        to out: inout OutputBuffer,
        keys: SectionKeys,
        standard: OpenGroups,
        most: Int,
    ) -> Toggled {
        let place = place(of: rank)
        let size = ranks.count + (place.found ? -1 : 1)
        if isEqual(to: standard, toggling: rank, place: place, size: size) { return .isDefault }
        guard size <= most else { return .unaddressable }
        var list = KeyList(form: form, isEmpty: size == 0, out: &out)
        for index in 0..<place.index { list.add(keys.key(atRank: ranks[index]), to: &out) }
        if !place.found { list.add(keys.key(atRank: rank), to: &out) }
        for other in ranks[(place.index + (place.found ? 1 : 0))...] { list.add(keys.key(atRank: other), to: &out) }
        return .written
    }

    /// What became of a toggled set.
    enum Toggled {
        case written, isDefault, unaddressable
    }

    private func appendUnlessDefault(to out: inout OutputBuffer, keys: SectionKeys) -> Toggled {
        if self == keys.openByDefault { return .isDefault }
        guard isAddressable else { return .unaddressable }
        append(to: &out, keys: keys)
        return .written
    }

    /// Whether this set with `rank` toggled, which has `size` ranks then, equals `other`; found out without making it.
    private func isEqual(to other: OpenGroups, toggling rank: UInt32, place: (index: Int, found: Bool), size: Int)
        -> Bool
    {
        guard other.form == form, other.ranks.count == size else { return false }
        if place.found {
            return other.ranks[..<place.index] == ranks[..<place.index]
                && other.ranks[place.index...] == ranks[(place.index + 1)...]
        }
        return other.ranks[..<place.index] == ranks[..<place.index] && other.ranks[place.index] == rank
            && other.ranks[(place.index + 1)...] == ranks[place.index...]
    }
}

/// Writes keys with what stands before and between them.
private struct KeyList {
    private let form: OpenGroups.Form
    private var isFirst: Bool

    init(form: OpenGroups.Form, isEmpty: Bool, out: inout OutputBuffer) {
        self.form = form
        isFirst = form == .only
        if form == .allExcept { out.append("all") } else if isEmpty { out.append("none") }
    }

    mutating func add(_ key: ByteView, to out: inout OutputBuffer) {
        if !isFirst { out.append(UInt8(ascii: ".")) }
        if form == .allExcept { out.append(UInt8(ascii: "-")) }
        out.append(key)
        isFirst = false
    }
}
