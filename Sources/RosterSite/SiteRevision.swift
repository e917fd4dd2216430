internal import Bytes

/// Everything the site answers with, as of one moment: a snapshot of the data with its pages made ready for templates.
///
/// Made by the thread that read the data; event loops pick it up by its number and only ever read it.
final class SiteRevision: Sendable {
    /// A page made ready.
    enum Ready: Sendable {
        case list(ListPage)
        case grid(GridPage)
        case chat(ChatPage)
        case outline(OutlinePage)
        case unreadable(Page)

        var page: Page {
            switch self {
            case .list(let list): list.page
            case .grid(let grid): grid.page
            case .chat(let chat): chat.page
            case .outline(let outline): outline.page
            case .unreadable(let page): page
            }
        }

        /// What the page's address may say.
        var grammar: AddressGrammar {
            switch self {
            case .list(let list): list.grammar
            case .grid(let grid): grid.grammar
            case .chat(let chat): chat.grammar
            case .outline(let outline): outline.grammar
            case .unreadable: AddressGrammar()
            }
        }
    }

    let snapshot: Snapshot
    let theme: SiteTheme
    /// Style sheets made from what `Site.plist` says of single pages.
    let sheets: AssetTable
    /// A hash of what every page shows: the theme and the site's title.
    let frameHash: UInt64
    /// All public files, by what requests call them.
    let resources: ResourceTable
    private let ready: [ObjectIdentifier: Ready]
    /// The site's title in each language: the owner's, else the language's own.
    let titles: [SharedBytes]
    private let sheetAddresses: [ObjectIdentifier: String]

    /// Makes every page of `snapshot` ready; those that `earlier` has of the same data and theme are taken from it.
    init(_ snapshot: Snapshot, _ theme: SiteTheme, earlier: SiteRevision? = nil) {
        self.snapshot = snapshot
        self.theme = theme
        let kept = earlier?.theme === theme ? earlier?.ready ?? [:] : [:]
        var ready: [ObjectIdentifier: Ready] = [:]
        var sheets: [Asset] = []
        var addresses: [ObjectIdentifier: String] = [:]
        for page in snapshot.pages {
            let id = ObjectIdentifier(page)
            ready[id] = kept[id] ?? Self.prepare(page, snapshot, theme)
            guard let sheet = PageSheet.asset(of: page, snapshot, theme.assets) else { continue }
            sheets.append(sheet)
            addresses[id] = sheet.address
        }
        self.ready = ready
        self.sheets = AssetTable(sheets)
        resources = ResourceTable(theme.assets.all + sheets) { path in
            if case .file = Route(path, snapshot) { true } else { false }
        }
        sheetAddresses = addresses
        titles = theme.languages.map { language in
            SharedBytes(Array((snapshot.settings.title ?? language.strings["siteTitle"]).utf8))
        }
        var hash = StableHash()
        hash.add(number: theme.revision)
        hash.add(snapshot.settings.title ?? "")
        frameHash = hash.value
    }

    /// The page made ready; every page of the snapshot is.
    func ready(_ page: Page) -> Ready { ready[ObjectIdentifier(page)] ?? .unreadable(page) }

    /// The address, below the site's root, of the page's own style sheet, if it needs one.
    func sheetAddress(of page: Page) -> String? {
        sheetAddresses.isEmpty ? nil : sheetAddresses[ObjectIdentifier(page)]
    }

    /// Makes the smaller codings of style sheets and other texts that have none yet. Not on an event loop.
    func compressAssets() {
        for asset in theme.assets.all + sheets.all { asset.compress() }
    }

    private static func prepare(_ page: Page, _ snapshot: Snapshot, _ theme: SiteTheme) -> Ready {
        let templates = theme.languages.map(\.templates)
        let cells = theme.languages.map(\.templates.product)
        return switch page.content {
        case .friendList(let list):
            .list(ListPage(ListLook(page, list, images: snapshot.images, assets: theme.assets), templates: templates))
        case .productGrid(let grid): .grid(GridPage(page, grid, assets: theme.assets, cellTemplates: cells))
        case .chat(let chat): .chat(ChatPage(page, chat, images: snapshot.images, assets: theme.assets))
        case .outline(let outline): .outline(OutlinePage(page, outline))
        case .unreadable: .unreadable(page)
        }
    }
}
