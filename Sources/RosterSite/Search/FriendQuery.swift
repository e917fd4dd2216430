internal import Bytes

/// Which friends an address asks for, and in which order.
struct FriendQuery {
    /// The search text as the reader typed it; empty for no search.
    var text: ByteView = .empty
    /// `show=online`: only friends that are online, away or busy.
    var onlineOnly = false
    /// The order within each group.
    var sort = FriendSort.file

    /// Whether every friend is asked for, in file order.
    var isPlain: Bool { text.isEmpty && !onlineOnly && sort == .file }
}

/// The order of the friends within their group.
enum FriendSort: String, Sendable, CaseIterable {
    /// As in the file.
    case file
    /// Who is online first, then away and busy, then the rest; each in file order.
    case online
    /// VIPs first; each in file order.
    case vip
    /// By name: Chinese by pinyin among Latin letters, without case, width and marks.
    case name
}

/// The friends of one group that a query asks for.
struct GroupSelection: Sendable, Equatable {
    /// The group's index in `FriendList.groups`.
    var group: Int
    /// How many of its friends are asked for.
    var count: Int
    /// Those of the rows asked for, in order: indices in `FriendList.friends`.
    var friends: [Int]
}

/// Which part of a selection is to be listed; everything is counted.
struct SelectionWindow: Sendable {
    /// The groups looked at; nil for all.
    var groups: Range<Int>?
    /// Of the groups selected, how many are passed over before friends are listed.
    var groupOffset = 0
    /// In how many groups friends are listed.
    var groupLimit = 100
    /// How many friends of each group are passed over.
    var rowOffset = 0
    /// How many friends of each group are listed.
    var rowLimit = 200

    /// Every friend of every group: what exports take.
    static var everything: SelectionWindow { SelectionWindow(groupLimit: .max, rowLimit: .max) }

    /// Whether friends are listed in the group selected after `count` others.
    func listsGroup(after count: Int) -> Bool { count >= groupOffset && count - max(0, groupOffset) < groupLimit }

    /// The rows listed: nothing of what an address says can make it overflow.
    var rows: Range<Int> {
        let first = max(0, rowOffset)
        let (end, overflows) = first.addingReportingOverflow(max(0, rowLimit))
        return first..<(overflows ? .max : end)
    }
}
