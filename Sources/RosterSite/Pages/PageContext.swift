internal import Bytes
internal import Mustache

/// What a page is made from, for one request at a time: a responder has one and points it at the request it answers.
///
/// A class, since it is handed down to everything that fills a page: as a value it was copied, and with it a dozen
/// references counted, for every link.
final class PageContext {
    private(set) var revision: SiteRevision
    let scratch: TemplateScratch
    /// Which of `SiteLanguages` the reader gets.
    private(set) var language = 0
    /// The state the address means; the default one for pages without any.
    private(set) var address = PageAddress()
    /// The canonical query of that state.
    private(set) var query = ByteView.empty
    /// The path that a proxy mounts the site at: empty, or `/name` without a final slash.
    private(set) var prefix = ByteView.empty
    /// The path of the page below the site's root, percent-encoded, with its slash: `/friends/family`.
    private(set) var path = ByteView.empty
    /// Whether the page stands one folder below the root.
    private(set) var isNested = false
    private(set) var hasUnknownKeys = false
    private(set) var day = CalendarDay(seconds: .min)
    /// `day` as it is written.
    private var dayText = OutputBuffer(capacity: 16)
    /// Where links are put together. Only code that calls nobody else has it at any time.
    @exclusivity(unchecked) private var link = OutputBuffer(capacity: 4096)
    /// What ends the links of `toggleLinks`.
    @exclusivity(unchecked) private var rest = OutputBuffer(capacity: 256)

    /// A context for the requests of one responder.
    init(_ revision: SiteRevision, _ scratch: TemplateScratch) {
        self.revision = revision
        self.scratch = scratch
    }

    /// Turns to another request, whose views stay valid until it is answered.
    func begin(
        _ revision: SiteRevision,
        language: Int,
        prefix: ByteView,
        path: ByteView,
        address: PageAddress = PageAddress(),
        query: ByteView = .empty,
        hasUnknownKeys: Bool = false,
    ) {
        if self.revision !== revision { self.revision = revision }
        self.language = language
        self.address = address
        self.query = query
        self.prefix = prefix
        self.path = path
        self.hasUnknownKeys = hasUnknownKeys
        isNested = path.dropFirst(1).firstIndex(of: UInt8(ascii: "/")) != nil
        let today = CalendarDay.today
        guard today != day else { return }
        day = today
        dayText.removeAll()
        today.append(to: &dayText)
    }

    /// Turns to a request for a page.
    func begin(
        _ revision: SiteRevision,
        _ asked: SiteResponder.Asked,
        address: PageAddress,
        query: ByteView,
        hasUnknownKeys: Bool = false,
    ) {
        begin(
            revision,
            language: asked.language,
            prefix: asked.prefix,
            path: asked.path,
            address: address,
            query: query,
            hasUnknownKeys: hasUnknownKeys,
        )
    }

    /// The words of the reader's language.
    var strings: Strings { revision.theme.languages[language].strings }
    var templates: SiteTemplates { revision.theme.languages[language].templates }
    /// The name that a relative address of this page itself begins with.
    var ownName: ByteView {
        var start = path.count
        while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return path.dropFirst(start)
    }

    /// Fills the frame of a page: `record` of a schema that declares `Shell`.
    func fill(_ record: TemplateRecord, _ shell: Shell, title: ByteView) {
        scratch.set(record, shell.title, text: title)
        scratch.set(record, shell.site, text: revision.titles[language].view)
        scratch.set(record, shell.root, url: isNested ? "../" : "")
        scratch.set(record, shell.home, url: isNested ? "../" : "./")
        unsafe link.removeAll()
        unsafe link.append(prefix)
        unsafe link.append(path)
        if !query.isEmpty { unsafe link.append(UInt8(ascii: "?")) }
        unsafe link.append(query)
        unsafe scratch.set(record, shell.canonical, url: link.view)
        unsafe scratch.set(record, shell.address, text: link.view)
        scratch.set(record, shell.day, text: dayText.view)
        if hasUnknownKeys { scratch.set(record, shell.unknown, flag: true) }
    }

    /// The site's title: the owner's, else that of the language.
    var siteTitle: String { revision.snapshot.settings.title ?? strings["siteTitle"] }

    /// Sets an address slot to the same page with another state.
    func set(_ record: TemplateRecord, _ slot: TemplateSlot, link state: PageAddress, grammar: AddressGrammar) {
        unsafe link.removeAll()
        unsafe link.append(UInt8(ascii: "?"))
        unsafe state.appendQuery(to: &link, grammar: grammar)
        endLink()
        unsafe scratch.set(record, slot, url: link.view)
    }

    /// What the links that toggle a section of this page have in common. Ends with the next page.
    func toggleLinks(_ grammar: AddressGrammar) -> ToggleLinks {
        unsafe rest.removeAll()
        let head = unsafe address.appendToggles(to: &rest, grammar: grammar)
        unsafe rest.append("#g-")
        return ToggleLinks(address: address, grammar: grammar, head: head)
    }

    /// Sets an address slot to the same page with the section at `rank` toggled, whose key is the fragment. Returns false where
    /// no address holds that state: then the link leads to the section's own page, below `page`, if it has one.
    func set(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        toggling rank: UInt32,
        with links: ToggleLinks,
        key: ByteView,
        page: ByteView? = nil,
    ) -> Bool {
        unsafe link.removeAll()
        var toggles = true
        if let head = links.head {
            unsafe link.append(head)
            unsafe link.append(key)
            unsafe link.append(rest.view)
        } else {
            toggles = appendToggle(rank, links, page)
        }
        unsafe link.append(key)
        unsafe scratch.set(record, slot, url: link.view)
        return toggles
    }

    /// Writes the link up to the key that ends it.
    private func appendToggle(_ rank: UInt32, _ links: ToggleLinks, _ page: ByteView?) -> Bool {
        unsafe link.append(UInt8(ascii: "?"))
        if unsafe links.address.appendQuery(toggling: rank, to: &link, grammar: links.grammar) {
            endLink()
            unsafe link.append("#g-")
            return true
        }
        unsafe link.removeAll()
        if let page {
            unsafe link.append(page)
            unsafe link.append(UInt8(ascii: "/"))
        } else {
            unsafe link.append("#g-")
        }
        return false
    }

    /// Sets an address slot to a download of the page at `address`, in the state `filter`.
    func set(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        download address: ByteView,
        ending: StaticString,
        filter: PageAddress,
        grammar: AddressGrammar,
    ) {
        unsafe link.removeAll()
        if isNested { unsafe link.append("../") }
        unsafe link.append(address)
        unsafe link.append(ending)
        unsafe link.append(UInt8(ascii: "?"))
        let start = unsafe link.count
        unsafe filter.appendQuery(to: &link, grammar: grammar)
        if unsafe link.count == start { unsafe link.truncate(to: start - 1) }
        unsafe scratch.set(record, slot, url: link.view)
    }

    /// The default state has no query: a link to it is the page's own name.
    private func endLink() {
        guard unsafe link.count == 1 else { return }
        unsafe link.removeAll()
        unsafe link.append(ownName.isEmpty ? ByteView("./") : ownName)
    }

    /// Fills the pager, unless everything fits on one page.
    func fillPager(_ record: TemplateRecord, _ slot: TemplateSlot, pages: Int, grammar: AddressGrammar) {
        guard pages > 1 else { return }
        let pager = scratch.record(Pager.schema)
        scratch.set(pager, Pager.number, number: address.page)
        scratch.set(pager, Pager.count, number: pages)
        var other = address
        if address.page > 1 {
            other.page = address.page - 1
            set(pager, Pager.before, link: other, grammar: grammar)
        }
        if address.page < pages {
            other.page = address.page + 1
            set(pager, Pager.after, link: other, grammar: grammar)
        }
        scratch.set(record, slot, object: pager)
    }
}

/// What the links that toggle one section each have in common.
struct ToggleLinks {
    fileprivate let address: PageAddress
    fileprivate let grammar: AddressGrammar
    /// What stands before the key where it is the only one named.
    fileprivate let head: StaticString?
}
