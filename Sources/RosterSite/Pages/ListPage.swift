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

/// A friend list made ready for templates, once a revision: its texts are escaped, its pictures found, its keys sorted, and
/// the rows of each group written once in every language, so that a page only copies them.
final class ListPage: Sendable {
    /// Longer lists keep no rows ready, which would take several times the text; their rows are written when shown.
    static let readyRows = 5000

    let look: ListLook
    let grammar: AddressGrammar
    let keys: SectionKeys
    /// Whether the groups hold their rows in file order, as many as a page shows.
    let hasReadyRows: Bool
    /// What the page shows in every state; see `FriendListView`.
    let frame: TemplateRecord
    private let groups: [TemplateRecords]
    private let store: TemplateStore

    /// A list whose rows are written by `templates`, one set per language; without any, it has only keys.
    init(_ look: ListLook, templates: [SiteTemplates] = []) {
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
        let isReady = list.friends.count <= Self.readyRows
        let scratch = TemplateScratch()
        frame = FriendListView.slots.frame(of: look.page, in: scratch)
        groups = templates.map { templates in
            let records = scratch.records(GroupSection.schema, count: list.groups.count)
            for (index, group) in list.groups.enumerated() {
                GroupSection.slots.facts.fill(records[index], group: group, of: list, on: look.page, in: scratch)
                guard isReady else { continue }
                let shown = group.friends.prefixRange(Limits.rowsOfGroup)
                look.write(shown, with: templates.row, to: records[index], in: scratch)
                GroupParts.write(to: records[index], group, of: look, with: templates, in: scratch)
            }
            return records
        }
        hasReadyRows = isReady
        store = scratch.freeze()
    }

    var list: FriendList { look.list }
    var page: Page { look.page }

    /// A group, filled as far as it doesn't depend on the address.
    func group(_ index: Int, language: Int) -> TemplateRecord { groups[language][index] }
}

extension ListLook {
    /// Writes the rows of the friends at `indices`, in that order, to a group's section.
    func write(
        _ indices: some Collection<Int>,
        with template: Template,
        to section: TemplateRecord,
        in scratch: TemplateScratch,
    ) {
        let slots = GroupSection.slots
        scratch.set(section, slots.hasRows, flag: !indices.isEmpty)
        let isLong = indices.count >= GroupSection.longRows
        scratch.set(section, slots.tens, number: isLong ? indices.count / 10 : 0)
        scratch.set(section, slots.units, number: indices.count % 10)
        scratch.write(section, slots.rows, rendering: template, forEach: indices) { index in
            let row = scratch.record(RowTemplate.schema)
            scratch.set(row, RowTemplate.friend, object: record(of: index, in: scratch))
            return row
        }
    }

    /// The values of one friend.
    func record(of index: Int, in scratch: TemplateScratch) -> TemplateRecord {
        let record = scratch.record(FriendRow.schema)
        FriendRow.slots.fill(record, friend: index, look: self, in: scratch)
        return record
    }
}

/// The template `row`: one row of a friend list, as it stands there.
enum RowTemplate {
    static let schema = TemplateSchema("row") { schema in
        schema.url("root", "The way from the page to the site's root: empty.")
        schema.object("friend", FriendRow.schema, "The friend.")
    }
    static let friend = schema["friend"]
}
