internal import Bytes
internal import PropertyList

/// Which kind of page the root of a file makes.
enum RootShape {
    /// Groups with friends.
    case groups(RootItems)
    /// Friends without groups: one group of the page's name.
    case friends(RootItems)
    /// Products.
    case products(RootItems)
    /// Products in rows of cells: name, picture and price are told by their looks.
    case productRows(RootItems)
    /// Messages.
    case messages(RootItems)
    /// Anything else.
    case outline

    /// The shape of `root`.
    static func of(_ root: PropertyListValue) -> RootShape {
        switch root.kind {
        case .array: shape(of: RootItems.elements(of: root))
        case .dictionary: shape(ofDictionary: root)
        default: .outline
        }
    }

    private static func shape(ofDictionary root: PropertyListValue) -> RootShape {
        if let items = RootItems.numberedEntries(of: root) { return shape(of: items) }
        var found: RootShape?
        for (key, value) in root.entries where value.kind == .array || value.kind == .dictionary {
            let inner = value.kind == .array ? RootItems.elements(of: value) : RootItems.numberedEntries(of: value)
            guard let inner, inner.values.count > 0 else { continue }
            let candidate = shape(of: inner.nested(in: root, key: key))
            if case .outline = candidate { continue }
            // Two lists in one file: an outline loses neither.
            guard found == nil else { return .outline }
            found = candidate
        }
        return found ?? .outline
    }

    private static func shape(of items: RootItems) -> RootShape {
        guard !items.values.isEmpty else { return items.isNested ? .outline : .groups(items) }
        if let cells = items.flattenedRows() { return shape(of: cells) }
        var votes: [ItemKind: Int] = [:]
        for value in items.values { votes[ItemKind.of(value), default: 0] += 1 }
        let count = items.values.count
        // More than half must agree, except that names alone (products) also fit groups and friends without more.
        func carries(_ kind: ItemKind) -> Bool {
            let ownVotes = votes[kind, default: 0]
            let allies = kind == .group || kind == .friend ? votes[.product, default: 0] : 0
            return ownVotes > 0 && (ownVotes + allies) * 2 > count
        }
        if carries(.group) { return .groups(items) }
        if carries(.message) { return .messages(items) }
        if carries(.friend) { return .friends(items) }
        if carries(.product) { return .products(items) }
        if carries(.row) { return .productRows(items) }
        return .outline
    }
}

/// What one item of the root looks like.
enum ItemKind {
    case group, friend, product, message, row, other

    /// The kind that the keys of `value` speak for.
    static func of(_ value: PropertyListValue) -> ItemKind {
        if value.kind == .array { return isProductRow(value) ? .row : .other }
        guard value.kind == .dictionary else { return .other }
        if hasFriends(value) { return .group }
        let message = fields(of: value, MessageField.table)
        if message.contains(.text), message.contains(.time) || message.contains(.type) { return .message }
        let friend = fields(of: value, FriendField.table)
        let product = fields(of: value, ProductField.table)
        let isPerson = friend.contains(.vip) || friend.contains(.pinyin) || saysWhoTheyAre(value)
        if friend.contains(.name), isPerson, !product.contains(.price) { return .friend }
        // A name alone could be anything; with a picture or a price it is something to show in a grid.
        let isShown = product.contains(.icon) || product.contains(.price)
        return isShown ? .product : .other
    }

    private static func hasFriends(_ value: PropertyListValue) -> Bool {
        for (key, inner) in value.entries where inner.kind == .array {
            let table = GroupField.table
            let place = table.index(of: key) ?? (key.count <= 64 ? table.nearest(key.string) : nil)
            if let place, table.spellings[place].field == .friends { return true }
        }
        return false
    }

    private static func saysWhoTheyAre(_ value: PropertyListValue) -> Bool {
        ["intro", "introduction", "currentStatus", "signature", "fullName"].contains {
            value[$0 as StaticString] != nil
        }
    }

    private static func fields<Field: RawRepresentable<Int>>(
        of value: PropertyListValue,
        _ table: KeyTable<Field>
    ) -> [Field] {
        value.entries.compactMap { key, _ in table.index(of: key).map { table.spellings[$0].field } }
    }

    private static func isProductRow(_ value: PropertyListValue) -> Bool {
        value.elements.contains { $0.text.map(ProductRow.isPictureName) ?? false }
            && value.elements.allSatisfy { $0.text != nil }
    }
}
