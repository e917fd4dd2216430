internal import Bytes

extension FriendList {
    /// The friends that `query` asks for, group by group in file order.
    ///
    /// With a search text only groups with a match are given; else each group looked at. `index` is the page's
    /// `searchIndex`: it is asked for only by a search and by sorting by name. Costs one pass over the different
    /// texts for each word of a search, a look at each friend of the groups for a search, `onlineOnly` and orders, else
    /// nothing but the rows listed.
    func select(
        _ query: FriendQuery,
        window: SelectionWindow = SelectionWindow(),
        index: @autoclosure () -> SearchIndex?,
    ) -> [GroupSelection] {
        let range = window.groups.map { $0.clamped(to: groups.indices) } ?? groups.indices
        let terms = SearchTerms(query.text)
        let searched = terms.isEmpty ? nil : index()
        let order = query.sort == .name ? index()?.byName : nil
        let words = terms.views
        let hits = searched?.find(words)
        var selections: [GroupSelection] = []
        for group in range {
            var picker = RowPicker(
                list: self,
                group: group,
                sort: query.sort,
                byName: order,
                rows: window.listsGroup(after: selections.count) ? window.rows : 0..<0
            )
            if let searched, let hits {
                let needed = hits.wanted & ~searched.words(words, inGroup: group)
                // A word that no friend has needs no look at them.
                if needed & ~hits.found != 0 { continue }
                for place in groups[group].friends where hits.has(friends[place], of: self, needed: needed) {
                    if !query.onlineOnly || friends[place].presence.isReachable { picker.add(place) }
                }
                if picker.count == 0 { continue }
            } else if query.onlineOnly {
                for place in groups[group].friends where friends[place].presence.isReachable { picker.add(place) }
            } else {
                picker.addAll()
            }
            selections.append(GroupSelection(group: group, count: picker.count, friends: picker.rows()))
        }
        // The words look into the terms.
        withExtendedLifetime(terms) {}
        return selections
    }
}
