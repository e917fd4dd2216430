internal import Bytes
internal import HTTP
internal import Mustache

extension PageContext {
    /// Fills what a page of the data folder has besides: its downloads, its own style sheet, since when it is stale.
    /// `hasDownloads` says that the addresses of the downloads without a filter are there already.
    func fillPage(
        _ record: TemplateRecord,
        _ shell: Shell,
        _ page: Page,
        grammar: AddressGrammar,
        hasDownloads: Bool = false,
    ) {
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
        if hasDownloads, !address.isSearch, !address.onlineOnly, address.order == .file { return }
        scratch.set(record, shell.exports, flag: true)
        let (filter, grammar) = (filter, grammar.ofDownloads)
        for format in ExportFormat.allCases where page.exports(as: format) {
            set(
                record,
                shell.slot(of: format),
                download: page.address,
                ending: format.ending,
                filter: filter,
                grammar: grammar,
            )
        }
    }

    /// The state without what only a page on a screen has: downloads honour the filter and the order.
    private var filter: PageAddress {
        var filter = PageAddress()
        filter.search = address.search
        filter.onlineOnly = address.onlineOnly
        filter.order = address.order
        return filter
    }
}

extension Shell {
    /// Sets the addresses of the downloads of `page`, which stands at the root, without a filter.
    func fillDownloads(_ record: TemplateRecord, of page: Page, in scratch: TemplateScratch) {
        scratch.set(record, exports, flag: true)
        for format in ExportFormat.allCases where page.exports(as: format) {
            scratch.write(record, slot(of: format)) { out in
                out.append(page.address)
                out.append(format.ending)
            }
        }
    }

    /// Where the address of a download goes.
    fileprivate func slot(of format: ExportFormat) -> TemplateSlot {
        switch format {
        case .json: json
        case .csv: csv
        case .vcf: vcf
        case .plist: plist
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
