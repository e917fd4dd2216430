internal import Bytes

/// A page of groups and friends: flat arrays of numbers of texts, each of which is kept once.
struct FriendList: Sendable {
    /// How the file wrote its friends.
    enum Shape: Sendable {
        /// Names only: one line a row.
        case plain
        /// Dictionaries, at least one of them.
        case rich
    }

    /// The texts of the groups: what every `ByteRange` points into.
    let text: SharedBytes
    /// The names of the friends.
    let names: TextPool
    /// The lines below them.
    let intros: TextPool
    /// The owner's spellings in Latin letters.
    let pinyins: TextPool
    /// Addresses, and keys that the owner's ids ask for.
    let others: TextPool
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

    /// The list that `builder` put together; its `makeKeys` must have been called.
    init(_ builder: consuming FriendListBuilder, shape: Shape) {
        (groups, friends, details) = (builder.groups, builder.friends, builder.details)
        let aliases = builder.aliases
        self.shape = shape
        let texts = builder.finishTexts()
        (text, names, intros, pinyins, others) = texts
        keys = KeyIndex(text: text, keys: groups.map(\.key), aliases: aliases)
        hasPresence = friends.contains { $0.presence != .unknown }
        hasVIPs = friends.contains { $0.isVIP }
        opensByDefault = groups.contains { $0.isOpened }
    }

    /// The name as the owner wrote it; may be empty. Valid while the list is kept.
    func name(of friend: Friend) -> ByteView { names[friend.name] }

    /// The line below the name; may be empty. Valid while the list is kept.
    func intro(of friend: Friend) -> ByteView { intros[friend.intro] }

    /// Appends the part of the address after `#f-`: unique in the page, at most `KeyRules.longest` bytes. It is made of
    /// the name each time, in about 0.1 µs.
    func appendKey(of friend: Friend, to buffer: inout OutputBuffer) {
        let start = buffer.count
        let detail = detail(of: friend)
        if let detail, detail.id > 0 {
            buffer.append(others[detail.id])
        } else {
            KeyRules.appendKey(ofName: name(of: friend), to: &buffer)
        }
        KeyRules.appendNumber(detail?.keyNumber ?? friend.keyNumber ?? 1, toKeyAt: start, of: &buffer)
    }

    /// The key as a string.
    func key(of friend: Friend) -> String {
        var key = OutputBuffer(capacity: 64)
        appendKey(of: friend, to: &key)
        return key.view.string
    }

    /// The pinyin the owner gave for `friend`; empty without.
    func pinyin(of friend: Friend) -> ByteView { detail(of: friend).map { pinyins[$0.pinyin] } ?? .empty }

    /// The checked address the owner gave for `friend`; empty without.
    func url(of friend: Friend) -> ByteView { detail(of: friend).map { others[$0.url] } ?? .empty }

    /// What only few friends have; nil for all others.
    func detail(of friend: Friend) -> FriendDetails? {
        guard let place = friend.details, place < details.count else { return nil }
        return details[place]
    }
}
