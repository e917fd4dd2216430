internal import Bytes
internal import Mustache

/// The page of one group, all of its friends in parts.
struct GroupView: Sendable {
    static let schema = TemplateSchema("group-page") { schema in
        Shell.declare(&schema)
        schema.text("theme", "classic, grey or orange.")
        schema.flag("counted", "Whether it is known how many are online.")
        schema.number("online", "How many are online.")
        schema.number("total", "How many there are.")
        schema.flag("hasRows", "Whether there are rows to show.")
        schema.list("rows", of: FriendRow.schema, "The friends of this part.")
    }
    static let slots = GroupView()

    private let shell: Shell
    private let theme, counted, online, total, hasRows, rows: TemplateSlot

    private init() {
        let schema = Self.schema
        shell = Shell(schema)
        theme = schema["theme"]
        counted = schema["counted"]
        online = schema["online"]
        total = schema["total"]
        hasRows = schema["hasRows"]
        rows = schema["rows"]
    }

    /// What the address of a group's page may say: which part of it.
    static let grammar = AddressGrammar()

    /// The page's values for the state in `context`; or how many parts there are, if that is fewer.
    func fill(_ page: ListPage, group index: Int, _ context: PageContext) -> FilledPage {
        let (scratch, list) = (context.scratch, page.list)
        let group = list.groups[index]
        let pages = Pager.count(of: group.total, by: Limits.rowsOfGroup)
        guard context.address.page <= pages else { return .pastEnd(pages: pages) }
        let record = scratch.record(Self.schema)
        context.fill(record, shell, title: list.text[group.name])
        context.fillPage(record, shell, page.page, grammar: Self.grammar)
        scratch.set(record, shell.exports, flag: false)
        context.fillPager(record, shell.pager, pages: pages, grammar: Self.grammar)
        scratch.set(record, shell.site, text: page.page.title)
        scratch.write(record, shell.home) { out in
            out.append("../")
            out.append(page.page.address)
        }
        scratch.set(record, theme, text: page.page.settings.theme.rawValue)
        scratch.set(record, total, number: group.total)
        if let count = group.online {
            scratch.set(record, counted, flag: true)
            scratch.set(record, online, number: count)
        }
        scratch.set(record, hasRows, flag: group.total > 0)
        let first = group.friends.lowerBound + (context.address.page - 1) * Limits.rowsOfGroup
        let shown = (first..<max(first, group.friends.upperBound)).prefixRange(Limits.rowsOfGroup)
        let made = scratch.references(FriendRow.schema, count: shown.count)
        for (place, index) in shown.enumerated() { made.set(place, page.look.record(of: index, in: scratch)) }
        scratch.set(record, rows, list: made)
        return .record(record)
    }
}
