internal import Synchronization

extension Page {
    /// The index for searches and for sorting by name; nil for a page that is no friend list.
    ///
    /// Made on first use, once a revision, but no request waits for it: the folder's watcher makes it on its own thread
    /// before it publishes a revision; at the start that of a large list before the first request, the others when
    /// nothing else is to be done, or by the first search.
    var searchIndex: SearchIndex? {
        if let made = lazySearchIndex.load() { return made }
        guard case .friendList(let list) = content else { return nil }
        return lazySearchIndex.storeIfNil(SearchIndex(list))
    }

    /// Makes the index if it is not made yet.
    func prepareSearch() { _ = searchIndex }

    /// The friends that `query` asks for; none for a page that is no friend list.
    func select(_ query: FriendQuery, window: SelectionWindow = SelectionWindow()) -> [GroupSelection] {
        guard case .friendList(let list) = content else { return [] }
        return list.select(query, window: window, index: searchIndex)
    }
}

extension Snapshot {
    /// Fewer are searched through in a moment when a request comes first.
    private static let largeList = 20_000

    /// Makes the search index of every page.
    func prepareSearches() {
        for page in pages { page.prepareSearch() }
    }

    /// Makes the search index of each page with many friends: those would hold a request up.
    func prepareLargeSearches() {
        for page in pages {
            if case .friendList(let list) = page.content, list.friends.count > Self.largeList { page.prepareSearch() }
        }
    }
}
