/// One friend of a list: sixteen bytes, so that a million of them stay small. `FriendList` knows the texts.
struct Friend: Sendable {
    /// The name, in `FriendList.names`; may be empty.
    let name: TextPool.Number
    /// The line below the name, in `FriendList.intros`; may be empty.
    let intro: TextPool.Number
    // The picture in 24 bits, the presence in three, then the flags.
    private let packed: UInt32
    // Without details: which of the keys that the name asks for. Else the place of the details, which say so.
    private let keyNumberOrDetails: UInt32

    private static let iconBits: UInt32 = 0xFF_FFFF
    private static let presenceShift: UInt32 = 24
    private static let vipBit: UInt32 = 1 << 27
    private static let detailsBit: UInt32 = 1 << 28

    /// A friend, without key as yet. `details` is a place in `FriendList.details`. A list has no room for more than
    /// sixteen million pictures: later ones are none.
    init(
        name: TextPool.Number,
        intro: TextPool.Number,
        icon: IconTable.Index,
        details: Int?,
        presence: Presence,
        isVIP: Bool
    ) {
        self.name = name
        self.intro = intro
        packed =
            (icon > Self.iconBits ? 0 : icon) | UInt32(presence.rawValue) << Self.presenceShift
            | (isVIP ? Self.vipBit : 0) | (details == nil ? 0 : Self.detailsBit)
        keyNumberOrDetails = details.map { UInt32(clamping: $0) } ?? 0
    }

    private init(_ friend: Friend, keyNumber: UInt32) {
        (name, intro, packed) = (friend.name, friend.intro, friend.packed)
        keyNumberOrDetails = keyNumber
    }

    /// The same friend, which has no details, with its key.
    func withKey(number: UInt32) -> Friend { Friend(self, keyNumber: number) }

    /// Which of the keys that the name asks for the friend got, see `KeyMaker`; nil if its details say so.
    var keyNumber: UInt32? { details == nil ? keyNumberOrDetails : nil }

    /// Which picture of the page's `IconTable`; 0 for none.
    var icon: IconTable.Index { packed & Self.iconBits }

    /// Whether the friend is there.
    var presence: Presence {
        Presence(rawValue: UInt8(truncatingIfNeeded: packed >> Self.presenceShift & 7)) ?? .unknown
    }

    /// Whether the name is shown as a VIP's.
    var isVIP: Bool { packed & Self.vipBit != 0 }

    /// The place of its details in `FriendList.details`, if it has any.
    var details: Int? { packed & Self.detailsBit != 0 ? Int(keyNumberOrDetails) : nil }
}

/// What few friends have, kept apart so that all the others stay small.
struct FriendDetails: Sendable {
    /// The owner's spelling of the name in Latin letters, in `FriendList.pinyins`; may be empty.
    var pinyin: TextPool.Number
    /// An `https:`, `http:`, `mailto:` or `tel:` address that was checked, or empty; in `FriendList.others`.
    var url: TextPool.Number
    /// The key that the owner's id asks for, or empty: then the name asks for one. In `FriendList.others`.
    var id: TextPool.Number
    /// Which of the keys asked for the friend got, see `KeyMaker`.
    var keyNumber: UInt32 = 0
}

/// Whether a friend is there; `unknown` where the file does not say.
enum Presence: UInt8, Sendable, CaseIterable {
    case unknown, online, away, busy, offline

    /// Whether `show=online` keeps this friend: everyone that is not offline and whose presence is known.
    var isReachable: Bool { self == .online || self == .away || self == .busy }

    /// The word used in data files and exports; empty for `unknown`.
    var word: StaticString {
        switch self {
        case .unknown: ""
        case .online: "online"
        case .away: "away"
        case .busy: "busy"
        case .offline: "offline"
        }
    }
}
