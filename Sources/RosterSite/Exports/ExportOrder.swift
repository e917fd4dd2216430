internal import Bytes
internal import HTTP
internal import PropertyList

/// One download: which page, as what, and which friends of it.
struct ExportOrder: Sendable {
    /// What tells downloads apart.
    struct Key: Hashable, Sendable {
        let page: [UInt8]
        let revision: UInt64
        let format: ExportFormat
        let coding: ContentCoding
        /// The canonical query.
        let query: [UInt8]
    }

    /// What the address leaves of a friend list.
    struct Filter: Sendable {
        let text: [UInt8]
        let onlineOnly: Bool
        let sort: FriendSort
    }

    /// The text of a page that is written out and compressed while an event loop waits: about a millisecond.
    static let quickBytes = 16 * 1024
    /// The text of pages that may wait to be written out: two lists of a million friends.
    static let waitingBytes = 256 << 20
    /// Downloads that took long and are kept, in bytes.
    private static let keptBytes = 64 << 20

    let page: Page
    let key: Key
    /// nil: all of the page.
    let filter: Filter?

    /// A maker of downloads that keeps some only if the site keeps answers at all. It has one thread: more would only
    /// write as many at once as there is memory for.
    static func maker(keepsContent: Bool) -> ContentMaker<Key> {
        ContentMaker(.init(waitingCost: waitingBytes, keptBytes: keepsContent ? keptBytes : 0))
    }

    /// Whether it can be made while an event loop waits.
    var isQuick: Bool { page.textBytes <= Self.quickBytes }

    /// Appends the content, not compressed.
    func write(into output: inout OutputBuffer) {
        guard let filter else { return page.export(as: key.format, into: &output) }
        let selection = unsafe filter.text.withUnsafeBytes { text in
            let query = FriendQuery(
                text: unsafe ByteView(text),
                onlineOnly: filter.onlineOnly,
                sort: filter.sort,
            )
            return page.select(query, window: .everything)
        }
        page.export(as: key.format, selection: selection, into: &output)
    }

    /// What comes of it: the content, compressed as asked.
    func outcome() -> PendingContent.Outcome {
        var content = OutputBuffer(capacity: 64 * 1024)
        write(into: &content)
        // Copies: the buffers may have twice the room.
        guard key.coding == .gzip else { return .made(SharedBytes(content.view)) }
        var compressed = OutputBuffer()
        guard GzipCompressor(level: Self.level).compress(content.view, into: &compressed) else {
            return .refused(.serviceUnavailable, reason: "there is too little memory for it")
        }
        return .made(SharedBytes(compressed.view))
    }

    /// Half the time of the level for pages, for a twentieth more bytes.
    private static let level: Int32 = 6
}

extension Page {
    /// How much text an export of the page has, about.
    var textBytes: Int {
        switch content {
        case .friendList(let list):
            // Texts are kept once but written for every friend: at least so much, however short they are.
            [list.text, list.names.bytes, list.intros.bytes, list.pinyins.bytes, list.others.bytes]
                .reduce(list.friends.count * 64) { $0 + $1.count }
        case .productGrid(let grid): grid.text.count
        case .chat(let chat): chat.text.count
        case .outline(let outline): outline.document.storeBytes
        case .unreadable: 0
        }
    }
}
