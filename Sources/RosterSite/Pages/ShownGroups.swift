internal import Bytes

/// Which groups of a list one page shows, and which of their friends.
struct ShownGroups {
    /// What a filter or an order leaves of each group; nil where every friend is shown in file order.
    let selections: [GroupSelection]?
    /// Of the groups, or of `selections`, those on this page.
    let range: Range<Int>
    /// How many groups there are on all pages.
    let count: Int
    /// How many friends there are in all of them; counted only while searching.
    let matches: Int
    /// How many pages they make.
    let pages: Int

    /// What `address` shows of the list on `page`.
    init(_ page: ListPage, _ address: PageAddress) {
        let size = Limits.sectionsOnPage
        let first = (address.page - 1) * size
        let isPlain = !address.isSearch && !address.onlineOnly && address.order == .file
        if isPlain {
            selections = nil
            count = page.list.groups.count
            matches = 0
            range = min(first, count)..<min(first + size, count)
        } else {
            let chosen = page.select(address, first: first, limit: size)
            count = address.isSearch ? chosen.count : page.list.groups.count
            matches = address.isSearch ? chosen.reduce(0) { $0 + $1.count } : 0
            let shown = address.isSearch ? Array(chosen.dropFirst(first).prefix(size)) : chosen
            range = shown.indices
            selections = shown
        }
        pages = Pager.count(of: count, by: size)
    }

    /// Whether opening all groups, or closing all, would change the page; of a search with several pages the address decides.
    func differ(from sections: OpenGroups, _ page: ListPage, _ address: PageAddress) -> Bool {
        guard let selections, address.isSearch, pages == 1 else { return !address.shows(sections) }
        return selections.contains { selection in
            let rank = page.keys.rank(of: selection.group)
            return address.isOpen(rank) != sections.contains(rank)
        }
    }
}

extension ListPage {
    /// What the filter and the order of `address` select, with friends listed for `limit` groups from the `first` on.
    func select(_ address: PageAddress, first: Int, limit: Int) -> [GroupSelection] {
        unsafe address.search.withUnsafeBytes { text in
            let query = FriendQuery(text: unsafe ByteView(text), onlineOnly: address.onlineOnly, sort: address.order)
            var window = SelectionWindow(groupOffset: first, groupLimit: limit, rowLimit: Limits.rowsOfGroup)
            if !address.isSearch {
                // Without a search no group is left out: only those shown need to be looked at.
                let count = list.groups.count
                window.groups = min(first, count)..<min(first + limit, count)
                window.groupOffset = 0
            }
            return page.select(query, window: window)
        }
    }
}
