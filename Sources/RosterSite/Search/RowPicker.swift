/// Counts the friends of a group that are asked for, and keeps those of the rows to be listed, in order.
struct RowPicker {
    private let list: FriendList
    private let group: Int
    private let sort: FriendSort
    /// The places by name; nil unless that is the order.
    private let byName: [UInt32]?
    private let wanted: Range<Int>
    /// How many friends were added.
    private(set) var count = 0
    /// The places by rank; of each rank no more than can be listed.
    private var ranks: [[Int]] = [[], [], []]
    /// Which friends of the group were added; for the order by name only.
    private var isAdded: [Bool] = []
    private var hasAll = false

    /// Picks the rows `rows` of the friends of `group` that are added.
    init(list: FriendList, group: Int, sort: FriendSort, byName: [UInt32]?, rows: Range<Int>) {
        self.list = list
        self.group = group
        self.sort = byName == nil && sort == .name ? .file : sort
        self.byName = byName
        wanted = rows
        if self.sort == .name, !rows.isEmpty { isAdded = Array(repeating: false, count: friends.count) }
    }

    private var friends: Range<Int> { list.groups[group].friends }

    /// Adds the friend at `place`; places must rise.
    mutating func add(_ place: Int) {
        count += 1
        if sort == .name {
            if !wanted.isEmpty { isAdded[place - friends.lowerBound] = true }
            return
        }
        let rank = rank(of: list.friends[place])
        if ranks[rank].count < wanted.upperBound { ranks[rank].append(place) }
    }

    /// Adds every friend of the group.
    mutating func addAll() {
        guard sort != .file, sort != .name else {
            (count, hasAll) = (friends.count, true)
            return
        }
        friends.forEach { add($0) }
    }

    /// The rows asked for.
    func rows() -> [Int] {
        if wanted.isEmpty { return [] }
        if sort == .name { return rowsByName() }
        if hasAll {
            return friends.dropFirst(wanted.lowerBound).prefix(wanted.count).map { $0 }
        }
        return ranks.joined().dropFirst(wanted.lowerBound).prefix(wanted.count).map { $0 }
    }

    private func rowsByName() -> [Int] {
        guard let places = byName?[friends] else { return [] }
        if hasAll { return places.dropFirst(wanted.lowerBound).prefix(wanted.count).map { Int($0) } }
        let added = places.lazy.map { Int($0) }.filter { isAdded[$0 - friends.lowerBound] }
        return Array(added.dropFirst(wanted.lowerBound).prefix(wanted.count))
    }

    private func rank(of friend: Friend) -> Int {
        switch sort {
        case .file, .name: 0
        case .vip: friend.isVIP ? 0 : 1
        case .online:
            switch friend.presence {
            case .online: 0
            case .away, .busy: 1
            case .offline, .unknown: 2
            }
        }
    }
}
