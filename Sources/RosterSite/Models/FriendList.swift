internal import Bytes

/// A page of groups and friends: flat arrays of places in one text.
struct FriendList: Sendable {
    /// How the file wrote its friends.
    enum Shape: Sendable {
        /// Names only: one line a row.
        case plain
        /// Dictionaries, at least one of them.
        case rich
    }

    /// What every `ByteRange` of the list points into.
    let text: SharedBytes
    /// The groups in file order.
    let groups: [FriendGroup]
    /// The friends of all groups, group after group, in file order.
    let friends: [Friend]
    /// What `Friend.details` points into.
    let details: [FriendDetails]
    /// Names only, or more.
    let shape: Shape
    /// Finds a group by key or alias.
    let keys: KeyIndex

    /// Whether any friend has a presence: then `show=online` and `sort=online` make sense.
    let hasPresence: Bool
    /// Whether any friend is a VIP: then `sort=vip` makes sense.
    let hasVIPs: Bool
    /// Whether the owner wants any group open.
    let opensByDefault: Bool

    /// A list of what was read; see `FriendListBuilder`.
    init(
        text: SharedBytes,
        groups: [FriendGroup],
        friends: [Friend],
        details: [FriendDetails] = [],
        aliases: [(alias: ByteRange, group: Int)] = [],
        shape: Shape,
    ) {
        self.text = text
        self.groups = groups
        self.friends = friends
        self.details = details
        self.shape = shape
        keys = KeyIndex(text: text, keys: groups.map(\.key), aliases: aliases)
        hasPresence = friends.contains { $0.presence != .unknown }
        hasVIPs = friends.contains { $0.isVIP }
        opensByDefault = groups.contains { $0.isOpened }
    }

    /// The pinyin the owner gave for `friend`; empty without.
    func pinyin(of friend: Friend) -> ByteView {
        detail(of: friend).map { text[$0.pinyin] } ?? .empty
    }

    /// The checked address the owner gave for `friend`; empty without.
    func url(of friend: Friend) -> ByteView {
        detail(of: friend).map { text[$0.url] } ?? .empty
    }

    private func detail(of friend: Friend) -> FriendDetails? {
        let index = Int(friend.details)
        return index > 0 && index <= details.count ? details[index - 1] : nil
    }
}
