internal import Bytes
internal import Mustache

/// What the rows of a friend list are made from.
struct ListLook: Sendable {
    let page: Page
    let list: FriendList
    let assets: AssetTable
    /// The picture of friends without one; nil: initials.
    let standIn: ImageFile?
    /// Whether friends without a second line are shown typing, as in the grey original.
    let showsTyping: Bool

    init(_ page: Page, _ list: FriendList, images: ImageIndex, assets: AssetTable) {
        self.page = page
        self.list = list
        self.assets = assets
        showsTyping = page.settings.theme == .grey && list.shape == .plain
        standIn = showsTyping ? images.image(named: "me") : nil
    }
}

/// A friend list made ready for templates, once a revision: its texts are escaped, its pictures found, its keys sorted.
final class ListPage: Sendable {
    /// Longer lists keep no rows ready, which would take several times the text; their rows are made when shown.
    static let readyRows = 5000

    let look: ListLook
    let grammar: AddressGrammar
    let keys: SectionKeys
    /// The groups, filled as far as they don't depend on the address.
    let groups: TemplateRecords
    private let rows: TemplateRecords?
    private let store: TemplateStore

    init(_ look: ListLook) {
        self.look = look
        let list = look.list
        keys = SectionKeys(text: list.text, keys: list.groups.map(\.key), index: list.keys) { list.groups[$0].isOpened }
        grammar = AddressGrammar(
            keys: keys,
            searches: true,
            hasPresence: list.hasPresence,
            hasVIPs: list.hasVIPs,
            sorts: true,
        )
        let scratch = TemplateScratch()
        groups = scratch.records(GroupSection.schema, count: list.groups.count)
        for (index, group) in list.groups.enumerated() {
            GroupSection.slots.fill(groups[index], group: group, of: list, on: look.page, in: scratch)
        }
        rows = Self.readyRows(look, in: scratch)
        store = scratch.freeze()
    }

    private static func readyRows(_ look: ListLook, in scratch: TemplateScratch) -> TemplateRecords? {
        let count = look.list.friends.count
        guard count <= readyRows else { return nil }
        let rows = scratch.records(FriendRow.schema, count: count)
        for index in 0..<count { FriendRow.slots.fill(rows[index], friend: index, look: look, in: scratch) }
        return rows
    }

    var list: FriendList { look.list }
    var page: Page { look.page }

    /// Sets a list slot to the friends of `range`, in file order.
    func set(_ record: TemplateRecord, _ slot: TemplateSlot, friends range: Range<Int>, in scratch: TemplateScratch) {
        if let rows { return scratch.set(record, slot, list: rows[range]) }
        let made = scratch.records(FriendRow.schema, count: range.count)
        for (place, index) in range.enumerated() {
            FriendRow.slots.fill(made[place], friend: index, look: look, in: scratch)
        }
        scratch.set(record, slot, list: made)
    }

    /// Sets a list slot to the friends at `indices`, in that order.
    func set(_ record: TemplateRecord, _ slot: TemplateSlot, friends indices: [Int], in scratch: TemplateScratch) {
        guard let rows else {
            let made = scratch.records(FriendRow.schema, count: indices.count)
            for (place, index) in indices.enumerated() {
                FriendRow.slots.fill(made[place], friend: index, look: look, in: scratch)
            }
            return scratch.set(record, slot, list: made)
        }
        let references = scratch.references(FriendRow.schema, count: indices.count)
        for (place, index) in indices.enumerated() { references.set(place, rows[index]) }
        scratch.set(record, slot, list: references)
    }
}
