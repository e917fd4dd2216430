internal import Bytes
internal import HTTP
internal import Mustache

extension PageContext {
    /// Fills what a page of the data folder has besides: its downloads, its own style sheet, since when it is stale.
    func fillPage(_ record: TemplateRecord, _ shell: Shell, _ page: Page, grammar: AddressGrammar) {
        if let sheet = revision.sheetAddress(of: page) { scratch.write(record, shell.sheet) { $0.append(sheet) } }
        if let since = page.staleSince {
            scratch.write(record, shell.stale) { out in
                let start = out.count
                HTTPDate.appendISO(since, to: &out)
                out.truncate(to: start + "2026-11-30T12:00".utf8.count)
                out.replace(at: start + "2026-11-30".utf8.count, with: ByteView(" "))
                out.append(" UTC")
            }
        }
        scratch.set(record, shell.exports, flag: true)
        let grammar = grammar.ofDownloads
        set(record, shell.json, download: page, .json, grammar)
        set(record, shell.csv, download: page, .csv, grammar)
        set(record, shell.vcf, download: page, .vcf, grammar)
        set(record, shell.plist, download: page, .plist, grammar)
    }

    /// The state without what only a page on a screen has: downloads honour the filter and the order.
    private var filter: PageAddress {
        var filter = PageAddress()
        filter.search = address.search
        filter.onlineOnly = address.onlineOnly
        filter.order = address.order
        return filter
    }

    private func set(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        download page: Page,
        _ format: ExportFormat,
        _ grammar: AddressGrammar,
    ) {
        guard page.exports(as: format) else { return }
        scratch.write(record, slot) { out in
            if isNested { out.append("../") }
            out.append(page.address)
            out.append(format.ending)
            out.append(UInt8(ascii: "?"))
            let start = out.count
            filter.appendQuery(to: &out, grammar: grammar)
            if out.count == start { out.truncate(to: start - 1) }
        }
    }
}

extension ExportFormat {
    /// The ending of its addresses.
    fileprivate var ending: StaticString {
        switch self {
        case .json: ".json"
        case .csv: ".csv"
        case .vcf: ".vcf"
        case .plist: ".plist"
        }
    }
}
