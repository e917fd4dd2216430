internal import Bytes
internal import Mustache

/// One value of an outline in a template.
struct OutlineRow: Sendable {
    static let schema = TemplateSchema("row") { schema in
        schema.text("key", "The section's key in addresses; empty for a value that is none.")
        schema.text("label", "The key in its dictionary, or the index in its array.")
        schema.text("value", "The value in words.")
        schema.url("href", "The same page with this section toggled.")
        schema.flag("isSection", "Whether it is a dictionary or an array.")
        schema.flag("isTop", "Whether it stands in no other section.")
        schema.flag("toggles", "Whether the address can hold the toggled state.")
        schema.flag("open", "Whether the section is open.")
        schema.flag("isDictionary", "A dictionary.")
        schema.flag("isData", "Data; `value` is the beginning of it in base64.")
        schema.flag("isYes", "True.")
        schema.flag("isNo", "False.")
        schema.flag("isDate", "A date.")
        CountSlots.declare(&schema, "count", "How many values a section has, how many bytes data has.")
        CountSlots.declare(&schema, "more", "How many values of the section are left out here.")
        schema.recursiveList("rows", "The values in the section, if it is open.")
    }
    static let slots = OutlineRow()

    let key, label, value, href, isSection, isTop, toggles, open: TemplateSlot
    let isDictionary, isData, isYes, isNo, isDate, rows: TemplateSlot
    let count, more: CountSlots

    private init() {
        let schema = Self.schema
        key = schema["key"]
        label = schema["label"]
        value = schema["value"]
        href = schema["href"]
        isSection = schema["isSection"]
        isTop = schema["isTop"]
        toggles = schema["toggles"]
        open = schema["open"]
        isDictionary = schema["isDictionary"]
        isData = schema["isData"]
        isYes = schema["isYes"]
        isNo = schema["isNo"]
        isDate = schema["isDate"]
        count = CountSlots(schema, "count")
        more = CountSlots(schema, "more")
        rows = schema["rows"]
    }
}

/// The page of any other property list: nested sections that open and close.
struct OutlineView: Sendable {
    static let schema = TemplateSchema("outline") { schema in
        Shell.declare(&schema)
        SearchForm.declare(&schema)
        schema.url("expandAll", "The same page, every section open, of those found; empty where it is so.")
        schema.url("collapseAll", "The same page, every section closed, of those found; empty where it is so.")
        schema.flag("searching", "Whether something is searched for.")
        schema.number("matches", "How many values match.")
        schema.url("clear", "The same page without the search, open as it was before; empty without a search.")
        schema.list("rows", of: OutlineRow.schema, "The values at the top.")
        schema.flag("hasRows", "Whether there are any.")
        schema.flag("isCut", "Whether the file has more values than a page can show.")
    }
    static let slots = OutlineView()

    private let shell: Shell
    private let form: SearchForm
    private let expandAll, collapseAll, searching, matches, clear, rows, hasRows, isCut: TemplateSlot

    private init() {
        let schema = Self.schema
        shell = Shell(schema)
        form = SearchForm(schema)
        expandAll = schema["expandAll"]
        collapseAll = schema["collapseAll"]
        searching = schema["searching"]
        matches = schema["matches"]
        clear = schema["clear"]
        rows = schema["rows"]
        hasRows = schema["hasRows"]
        isCut = schema["isCut"]
    }

    /// The page's values for the state in `context`; or how many parts there are, if that is fewer.
    func fill(_ page: OutlinePage, _ context: PageContext) -> FilledPage {
        let (address, scratch) = (context.address, context.scratch)
        let shown = page.shown(address)
        let first = (address.page - 1) * Limits.sectionsOnPage
        let nodes = page.outline.nodes
        let top = shown.members(from: 0, to: nodes.count, skipping: first, limit: Limits.sectionsOnPage)
        let pages = Pager.count(of: top.count, by: Limits.sectionsOnPage)
        guard address.page <= pages else { return .pastEnd(pages: pages) }
        let record = scratch.record(Self.schema)
        context.fill(record, shell, title: page.page.title)
        context.fillPage(record, shell, page.page, grammar: page.grammar)
        context.fillPager(record, shell.pager, pages: pages, grammar: page.grammar)
        form.fill(record, grammar: page.grammar, context)
        fillLinks(record, page, context)
        scratch.set(record, matches, number: shown.matches ?? 0)
        scratch.set(record, hasRows, flag: top.count > 0)
        scratch.set(record, isCut, flag: page.outline.isCut)
        var writer = OutlineRows(page: page, shown: shown, context: context)
        scratch.set(record, rows, list: writer.records(of: top.nodes, isTop: true))
        return .record(record)
    }

    private func fillLinks(_ record: TemplateRecord, _ page: OutlinePage, _ context: PageContext) {
        let address = context.address
        for (slot, sections) in [(expandAll, OpenGroups.all), (collapseAll, .none)] where !address.shows(sections) {
            context.set(record, slot, link: address.with(everySection: sections), grammar: page.grammar)
        }
        if address.isSearch { context.set(record, clear, link: address.withoutSearch, grammar: page.grammar) }
        context.scratch.set(record, searching, flag: address.isSearch)
    }
}

/// Fills the rows of open sections, as many as one page may have.
struct OutlineRows {
    let page: OutlinePage
    let shown: OutlineSelection
    let context: PageContext
    private let links: ToggleLinks
    private var left = Limits.outlineRows

    init(page: OutlinePage, shown: OutlineSelection, context: PageContext) {
        self.page = page
        self.shown = shown
        self.context = context
        links = context.toggleLinks(page.grammar)
    }

    /// Records of the nodes at `indices`. As deep as the file nests, which its reader bounds.
    mutating func records(of indices: [Int], isTop: Bool = false) -> TemplateRecords {
        let records = context.scratch.records(OutlineRow.schema, count: indices.count)
        left -= indices.count
        for (place, index) in indices.enumerated() {
            context.scratch.set(records[place], OutlineRow.slots.isTop, flag: isTop)
            fill(records[place], index)
        }
        return records
    }

    private mutating func fill(_ record: TemplateRecord, _ index: Int) {
        let (slots, scratch, outline) = (OutlineRow.slots, context.scratch, page.outline)
        let node = outline.nodes[index]
        scratch.set(record, slots.label, text: outline.text[node.label])
        scratch.set(record, slots.value, text: outline.text[node.value])
        slots.count.fill(record, node.count, in: scratch)
        switch node.kind {
        case .dictionary: scratch.set(record, slots.isDictionary, flag: true)
        case .data: scratch.set(record, slots.isData, flag: true)
        case .date: scratch.set(record, slots.isDate, flag: true)
        case .boolean:
            scratch.set(record, outline.text[node.value] == ByteView("true") ? slots.isYes : slots.isNo, flag: true)
        default: break
        }
        if node.section >= 0 { fillSection(record, node, at: index) }
    }

    private mutating func fillSection(_ record: TemplateRecord, _ node: Outline.Node, at index: Int) {
        let (slots, scratch) = (OutlineRow.slots, context.scratch)
        let rank = page.keys.rank(of: node.section)
        let key = page.keys.key(of: node.section)
        scratch.set(record, slots.isSection, flag: true)
        scratch.set(record, slots.key, text: key)
        let toggles = context.set(record, slots.href, toggling: rank, with: links, key: key)
        scratch.set(record, slots.toggles, flag: toggles)
        guard context.address.isOpen(rank) else { return }
        scratch.set(record, slots.open, flag: true)
        let limit = max(0, min(Limits.rowsOfGroup, left))
        let members = shown.members(from: index + 1, to: node.end, limit: limit)
        slots.more.fill(record, members.count - members.nodes.count, in: scratch)
        scratch.set(record, slots.rows, list: records(of: members.nodes))
    }
}
