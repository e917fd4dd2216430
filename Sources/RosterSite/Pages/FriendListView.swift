internal import Bytes
internal import Mustache

/// The page of a friend list: its names, and how they are filled for one state.
struct FriendListView: Sendable {
    static let schema = TemplateSchema("friends") { schema in
        Shell.declare(&schema)
        SearchForm.declare(&schema)
        schema.text("theme", "classic, grey or orange.")
        schema.url("expandAll", "The same page, every group open, of those found; empty where it is so.")
        schema.url("collapseAll", "The same page, every group closed, of those found; empty where it is so.")
        schema.list("choices", of: Choice.schema, "What else may be shown, and in which order.")
        schema.flag("filtered", "Whether only those are shown who are there.")
        schema.flag("searching", "Whether something is searched for.")
        schema.number("matches", "How many friends match.")
        schema.number("matchingGroups", "In how many groups.")
        schema.url("clear", "The same page without the search, open as it was before; empty without a search.")
        schema.list("groups", of: GroupSection.schema, "The groups.")
    }
    static let slots = FriendListView()

    private let shell: Shell
    private let form: SearchForm
    private let theme, expandAll, collapseAll, choices, filtered, searching, matches, matchingGroups, clear,
        groups: TemplateSlot

    private init() {
        let schema = Self.schema
        shell = Shell(schema)
        form = SearchForm(schema)
        theme = schema["theme"]
        expandAll = schema["expandAll"]
        collapseAll = schema["collapseAll"]
        choices = schema["choices"]
        filtered = schema["filtered"]
        searching = schema["searching"]
        matches = schema["matches"]
        matchingGroups = schema["matchingGroups"]
        clear = schema["clear"]
        groups = schema["groups"]
    }

    /// A record of what is the same in every state of `page`.
    func frame(of page: Page, in scratch: TemplateScratch) -> TemplateRecord {
        let record = scratch.record(Self.schema)
        shell.fillDownloads(record, of: page, in: scratch)
        scratch.set(record, theme, text: page.settings.theme.rawValue)
        return record
    }

    /// The page's values for the state in `context`; or how many parts there are, if that is fewer.
    func fill(_ page: ListPage, _ context: PageContext) -> FilledPage {
        let (address, scratch) = (context.address, context.scratch)
        let shown = ShownGroups(page, address)
        guard address.page <= shown.pages else { return .pastEnd(pages: shown.pages) }
        let record = scratch.record(copying: page.frame)
        context.fill(record, shell, title: page.page.title)
        context.fillPage(record, shell, page.page, grammar: page.grammar, hasDownloads: true)
        context.fillPager(record, shell.pager, pages: shown.pages, grammar: page.grammar)
        form.fill(record, grammar: page.grammar, context)
        fillLinks(record, shown, page, address, context)
        scratch.set(record, matches, number: shown.matches)
        scratch.set(record, matchingGroups, number: shown.count)
        fillGroups(record, shown, page, address, context)
        return .record(record)
    }

    // The address is handed down: each time it is taken from the context its references are counted.
    private func fillLinks(
        _ record: TemplateRecord,
        _ shown: ShownGroups,
        _ page: ListPage,
        _ address: PageAddress,
        _ context: PageContext,
    ) {
        let scratch = context.scratch
        for (slot, sections) in [(expandAll, OpenGroups.all), (collapseAll, .none)]
        where shown.differ(from: sections, page, address) {
            context.set(record, slot, link: address.with(everySection: sections), grammar: page.grammar)
        }
        if address.isSearch { context.set(record, clear, link: address.withoutSearch, grammar: page.grammar) }
        scratch.set(record, filtered, flag: address.onlineOnly)
        scratch.set(record, searching, flag: address.isSearch)
        Choice.slots.fill(record, choices, of: address, grammar: page.grammar, context)
    }

    private func fillGroups(
        _ record: TemplateRecord,
        _ shown: ShownGroups,
        _ page: ListPage,
        _ address: PageAddress,
        _ context: PageContext,
    ) {
        let sections = context.scratch.references(GroupSection.schema, count: shown.range.count)
        let links = context.toggleLinks(page.grammar)
        for (place, index) in shown.range.enumerated() {
            sections.set(place, section(shown, at: index, page, address, links, context))
        }
        context.scratch.set(record, groups, list: sections)
    }

    /// One group for this state: what is ready of it, copied and completed.
    private func section(
        _ shown: ShownGroups,
        at index: Int,
        _ page: ListPage,
        _ address: PageAddress,
        _ links: ToggleLinks,
        _ context: PageContext,
    ) -> TemplateRecord {
        let (slots, scratch) = (GroupSection.slots, context.scratch)
        let selection = shown.selections?[index]
        let group = selection?.group ?? index
        let section = scratch.record(copying: page.group(group, language: context.language))
        let rank = page.keys.rank(of: group)
        let isOpen = address.isOpen(rank)
        scratch.set(section, slots.open, flag: isOpen)
        if address.isSearch {
            scratch.set(section, slots.isSearch, flag: true)
            slots.matches.fill(section, selection?.count ?? 0, in: scratch)
        }
        let toggles = context.set(
            section,
            slots.href,
            toggling: rank,
            with: links,
            key: page.keys.key(of: group),
            page: page.page.address,
        )
        scratch.set(section, slots.toggles, flag: toggles)
        if !page.hasReadyRows {
            let facts = page.list.groups[group]
            GroupParts.write(to: section, facts, of: page.look, with: context.templates, in: scratch)
        }
        guard isOpen else { return section }
        if let selection {
            page.look.write(selection.friends, with: context.templates.row, to: section, in: scratch)
        } else if !page.hasReadyRows {
            let shown = page.list.groups[group].friends.prefixRange(Limits.rowsOfGroup)
            page.look.write(shown, with: context.templates.row, to: section, in: scratch)
        }
        return section
    }
}

extension Range<Int> {
    /// The first `length` of the range, or all of it if it is shorter.
    func prefixRange(_ length: Int) -> Range<Int> { lowerBound..<lowerBound + Swift.min(count, length) }
}
