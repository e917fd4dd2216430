internal import Bytes
internal import Mustache

/// What a page is made from, for one request: nothing in it outlives the rendering.
struct PageContext {
    let revision: SiteRevision
    let scratch: TemplateScratch
    /// Which of `SiteLanguages` the reader gets.
    let language: Int
    /// The state the address means; the default one for pages without any.
    let address: PageAddress
    /// The canonical query of that state.
    let query: ByteView
    /// The path that a proxy mounts the site at: empty, or `/name` without a final slash.
    let prefix: ByteView
    /// The path of the page below the site's root, percent-encoded, with its slash: `/friends/family`.
    let path: ByteView
    let hasUnknownKeys: Bool
    let day: CalendarDay

    /// The words of the reader's language.
    var strings: Strings { revision.theme.languages[language].strings }
    var templates: SiteTemplates { revision.theme.languages[language].templates }
    /// The name that a relative address of this page itself begins with.
    var ownName: ByteView {
        var start = path.count
        while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return path.dropFirst(start)
    }
    /// Whether the page stands one folder below the root.
    var isNested: Bool { path.dropFirst(1).firstIndex(of: UInt8(ascii: "/")) != nil }

    /// Fills the frame of a page: `record` of a schema that declares `Shell`.
    func fill(_ record: TemplateRecord, _ shell: Shell, title: ByteView) {
        scratch.set(record, shell.title, text: title)
        scratch.set(record, shell.site, text: siteTitle)
        scratch.set(record, shell.root, url: isNested ? "../" : "")
        scratch.set(record, shell.home, url: isNested ? "../" : "./")
        scratch.write(record, shell.canonical, appendAddress)
        scratch.write(record, shell.address, appendAddress)
        scratch.write(record, shell.day) { day.append(to: &$0) }
        scratch.set(record, shell.unknown, flag: hasUnknownKeys)
    }

    /// The site's title: the owner's, else that of the language.
    var siteTitle: String { revision.snapshot.settings.title ?? strings["siteTitle"] }

    /// Writes the address from the host's root on, with its canonical query.
    private func appendAddress(to out: inout OutputBuffer) {
        out.append(prefix)
        out.append(path)
        if !query.isEmpty { out.append(UInt8(ascii: "?")) }
        out.append(query)
    }

    /// Writes a relative address of this page in the state that `writeQuery` writes, nothing for the default one. Returns
    /// what `writeQuery` returns; if that is false, nothing is written.
    @discardableResult
    func appendLink(to out: inout OutputBuffer, _ writeQuery: (inout OutputBuffer) -> Bool) -> Bool {
        out.append(UInt8(ascii: "?"))
        let start = out.count
        let isWritten = writeQuery(&out)
        if out.count == start || !isWritten { out.truncate(to: start - 1) }
        if out.count == start - 1, isWritten { out.append(ownName.isEmpty ? ByteView("./") : ownName) }
        return isWritten
    }

    /// Sets an address slot to the same page with another state.
    func set(_ record: TemplateRecord, _ slot: TemplateSlot, link state: PageAddress, grammar: AddressGrammar) {
        scratch.write(record, slot) { out in
            appendLink(to: &out) { query in
                state.appendQuery(to: &query, grammar: grammar)
                return true
            }
        }
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
