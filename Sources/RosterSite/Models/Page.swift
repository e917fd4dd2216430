internal import Bytes
internal import Synchronization

/// One file of the data folder as one revision of a page. Never changes.
final class Page: Sendable {
    /// What is on the page.
    enum Content: Sendable {
        case friendList(FriendList)
        case productGrid(ProductGrid)
        case chat(Chat)
        case outline(Outline)
        /// The file was not readable since the start: the page answers 503.
        case unreadable
    }

    /// What is on the page.
    let content: Content
    /// What `Site.plist` says about the page.
    let settings: PageSettings
    /// The pictures the page names.
    let icons: IconTable
    /// The file's name in the folder, `friends.plist`.
    let fileName: String
    /// When the file stopped being readable, in seconds since 1970; nil while what is shown is the file's content.
    let staleSince: Int?
    /// A hash of everything the page shows: the same wherever the same data is served.
    let revision: UInt64

    private let labels: SharedBytes
    private let nameCount: Int
    private let addressCount: Int
    let lazySearchIndex = AtomicLazyReference<SearchIndex>()

    /// One revision of a page; `name` is in NFC and has no ending.
    init(
        name: String,
        fileName: String,
        content: Content,
        settings: PageSettings = PageSettings(),
        icons: IconTable = IconTable(),
        staleSince: Int? = nil,
        revision: UInt64 = 0,
    ) {
        var labels = OutputBuffer(capacity: 128)
        labels.append(name)
        nameCount = labels.count
        labels.append(PercentEncoding.pathSegment(name))
        addressCount = labels.count - nameCount
        labels.append(settings.title ?? name)
        self.labels = labels.freeze()
        self.fileName = fileName
        self.content = content
        self.settings = settings
        self.icons = icons
        self.staleSince = staleSince
        self.revision = revision
    }

    /// The page's name: what a decoded path must equal. Valid while the page is kept.
    var name: ByteView { labels.view[0..<nameCount] }

    /// The name as an address writes it, percent-encoded, without the slash. Valid while the page is kept.
    var address: ByteView { labels.view[nameCount..<nameCount + addressCount] }

    /// The owner's title, else the name. Valid while the page is kept.
    var title: ByteView { labels.view.dropFirst(nameCount + addressCount) }
}
