internal import Bytes

extension FriendList {
    /// The friends that `query` asks for, group by group in file order.
    ///
    /// With a search text only groups with a match are given; else each group looked at. `index` is the page's
    /// `searchIndex`: it is asked for only by a search and by sorting by name. Costs one pass over the index for a
    /// search, a look at each friend of the groups for `onlineOnly` and orders, else nothing but the rows listed.
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
        var selections: [GroupSelection] = []
        for group in range {
            var picker = RowPicker(
                list: self,
                group: group,
                sort: query.sort,
                byName: order,
                rows: window.listsGroup(after: selections.count) ? window.rows : 0..<0
            )
            if let searched {
                searched.visit(group: group, friends: groups[group].friends, words: words) { place in
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

extension SearchIndex {
    /// Calls `body` with the place of each friend of `group` in which, or in whose group's name, every word is found.
    func visit(group: Int, friends places: Range<Int>, words: [ByteView], _ body: (Int) -> Void) {
        let name = text(ofGroup: group)
        let needed = words.filter { name.firstIndex(of: $0) == nil }
        guard let first = needed.first else { return places.forEach(body) }
        let others = needed.dropFirst()
        let end = Int(starts[places.upperBound])
        let text = friends.view[0..<end]
        var place = places.lowerBound
        var offset = Int(starts[place])
        while let hit = text.firstIndex(of: first, from: offset) {
            place = friend(at: hit, from: place, below: places.upperBound)
            if others.allSatisfy({ self.text(ofFriend: place).firstIndex(of: $0) != nil }) { body(place) }
            place += 1
            guard place < places.upperBound else { return }
            offset = Int(starts[place])
        }
    }

    /// The friend in whose text `offset` lies, which is at or after that of `first`: steps that double, then halves.
    private func friend(at offset: Int, from first: Int, below end: Int) -> Int {
        var (low, step) = (first, 1)
        while low + step < end, Int(starts[low + step]) <= offset {
            low += step
            step *= 2
        }
        var high = min(low + step, end)
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
