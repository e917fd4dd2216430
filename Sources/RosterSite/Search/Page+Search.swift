internal import Synchronization

extension Page {
    /// The index for searches and for sorting by name; nil for a page that is no friend list.
    ///
    /// Made on first use, once a revision. The folder's watcher makes it right after publishing, on its own thread, so
    /// that a request finds it ready but for the first moments of a revision.
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
