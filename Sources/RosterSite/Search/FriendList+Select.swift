internal import Bytes

extension FriendList {
    /// The friends that `query` asks for, group by group in file order.
    ///
    /// With a search text only groups with a match are given; else each group looked at.
    func select(_ query: FriendQuery, window: SelectionWindow = SelectionWindow()) -> [GroupSelection] {
        let range = window.groups.map { $0.clamped(to: groups.indices) } ?? groups.indices
        return range.map { index in
            let all = groups[index].friends
            let kept = query.onlineOnly ? all.filter { friends[$0].presence.isReachable } : Array(all)
            return GroupSelection(
                group: index,
                count: kept.count,
                friends: Array(kept.dropFirst(window.rowOffset).prefix(window.rowLimit)),
            )
        }
    }
}
