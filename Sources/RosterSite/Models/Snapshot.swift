internal import Bytes

/// Everything the site shows, as of one moment. Never changes; a change of the folder makes another one.
final class Snapshot: Sendable {
    /// What `Site.plist` says.
    let settings: SiteSettings
    /// The pages in the site's order.
    let pages: [Page]
    /// The pictures of the data folder and of `Public/images`.
    let images: ImageIndex
    /// A hash of everything above: the same on every instance that serves the same data.
    let revision: UInt64

    private let pagesByName: [Int]

    /// What is to be served; `pages` must be in the site's order with distinct names.
    init(settings: SiteSettings, pages: [Page], images: ImageIndex, revision: UInt64) {
        self.settings = settings
        self.pages = pages
        self.images = images
        self.revision = revision
        pagesByName = pages.indices.sorted { pages[$0].name < pages[$1].name }
    }

    /// The page whose name is `name` (decoded, not percent-encoded), or nil. Nothing is allocated.
    func page(named name: ByteView) -> Page? {
        var (low, high) = (0, pagesByName.count)
        while low < high {
            let middle = (low + high) / 2
            if pages[pagesByName[middle]].name < name { low = middle + 1 } else { high = middle }
        }
        guard low < pagesByName.count, pages[pagesByName[low]].name == name else { return nil }
        return pages[pagesByName[low]]
    }

    /// Whether any page can be shown.
    var hasReadablePage: Bool {
        pages.contains { page in
            if case .unreadable = page.content { return false }
            return true
        }
    }
}

extension Snapshot {
    /// What was read, for the log.
    var inNumbers: String {
        let late = pages.count { page in
            if case .unreadable = page.content { true } else { page.staleSince != nil }
        }
        return "pages: \(pages.count)" + (late == 0 ? "" : " (not up to date: \(late))")
            + ", pictures: \(images.files.flatMap(\.variants).count)"
    }
}
