internal import Bytes

extension PageAddress {
    /// Reads the value of `q`: controls and runs of spaces become one space, outer spaces go, and so does what is past
    /// `Limits.searchBytes`. Returns false if something was cut there.
    mutating func readSearch(_ value: ByteView) -> Bool {
        search.removeAll(keepingCapacity: true)
        var index = 0
        var gap = false
        while index < value.count, let length = value.scalarLength(at: index) {
            let scalar = value[index..<index + length]
            index += length
            if scalar.isSpaceOrControl {
                gap = !search.isEmpty
                continue
            }
            guard search.count + length + (gap ? 1 : 0) <= Limits.searchBytes else { return false }
            if gap { search.append(UInt8(ascii: " ")) }
            gap = false
            for offset in 0..<length { search.append(scalar[offset]) }
        }
        return true
    }

    /// Reads the value of `show`: `online`, or nothing.
    mutating func readShow(_ value: ByteView) -> Bool {
        onlineOnly = value.equalsIgnoringCase(ByteView("online"))
        return onlineOnly || value.isEmpty
    }

    /// Reads the value of `sort`: an order that this page's rows have, or nothing.
    mutating func readOrder(_ value: ByteView, grammar: AddressGrammar) -> Bool {
        guard let found = FriendSort.allCases.first(where: { value.equalsIgnoringCase($0.word) }),
            found != .online || grammar.hasPresence, found != .vip || grammar.hasVIPs
        else { return false }
        order = found
        return true
    }

    /// Reads the value of `cols`: 1 to 12, `auto`, or nothing.
    mutating func readColumns(_ value: ByteView, grammar: AddressGrammar) -> Bool {
        if value.isEmpty { return true }
        if value.equalsIgnoringCase(ByteView("auto")) {
            columns = .automatic
            return true
        }
        guard let count = value.decimal, Limits.columns.contains(count) else { return false }
        columns = .fixed(count)
        return true
    }

    /// Reads the value of `page`: a number from 1, or nothing.
    mutating func readPage(_ value: ByteView) -> Bool {
        if value.isEmpty { return true }
        guard let number = value.decimal, number >= 1 else { return false }
        page = number
        return true
    }
}

extension FriendSort {
    /// The value of `sort`; none for the order of the file, which is never written.
    var word: ByteView {
        switch self {
        case .file: .empty
        case .online: ByteView("online")
        case .vip: ByteView("vip")
        case .name: ByteView("name")
        }
    }
}

extension ByteView {
    /// Whether this one scalar is a space, a control (C0, DEL, C1) or one of the last two code points of a plane or of
    /// U+FDD0 … U+FDEF, which no HTML text may hold.
    fileprivate var isSpaceOrControl: Bool {
        let first = self[0]
        switch count {
        case 1: return first <= 0x20 || first == 0x7F
        case 2: return first == 0xC2 && self[1] <= 0xA0
        case 3 where first == 0xE3: return self[1] == 0x80 && self[2] == 0x80
        case 3 where first == 0xEF:
            return self[1] == 0xBF && self[2] >= 0xBE || self[1] == 0xB7 && (0x90...0xAF).contains(self[2])
        case 4: return self[1] & 0x0F == 0x0F && self[2] == 0xBF && self[3] >= 0xBE
        default: return false
        }
    }
}
