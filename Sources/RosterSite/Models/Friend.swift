internal import Bytes

/// One friend of a list: 28 bytes of places in the page's text, so that a million of them stay small.
struct Friend: Sendable {
    // The intro stands right after the name.
    private let nameOffset: UInt32
    private let nameCount: UInt32
    private let introCount: UInt32
    private var keyOffset: UInt32 = 0
    /// Which picture of the page's `IconTable`; 0 for none.
    let icon: IconTable.Index
    /// One more than the index in `FriendList.details`; 0 for a friend without any.
    let details: UInt32
    private var keyCount: UInt8 = 0
    /// Whether the friend is there.
    let presence: Presence
    /// Whether the name is shown as a VIP's.
    let isVIP: Bool

    /// A friend without key, whose name and intro, of so many bytes, stand one after the other from `offset`.
    init(
        offset: UInt32,
        nameCount: UInt32,
        introCount: UInt32,
        icon: IconTable.Index,
        details: UInt32,
        presence: Presence,
        isVIP: Bool
    ) {
        nameOffset = offset
        self.nameCount = nameCount
        self.introCount = introCount
        self.icon = icon
        self.details = details
        self.presence = presence
        self.isVIP = isVIP
    }

    /// The name as the owner wrote it; may be empty.
    var name: ByteRange { ByteRange(offset: nameOffset, count: nameCount) }

    /// The line below the name; may be empty.
    var intro: ByteRange { ByteRange(offset: nameOffset &+ nameCount, count: introCount) }

    /// The part of the address after `#f-`; unique in the page. At most `KeyRules.longest` bytes.
    var key: ByteRange {
        get { ByteRange(offset: keyOffset, count: UInt32(keyCount)) }
        set { (keyOffset, keyCount) = (newValue.offset, UInt8(clamping: newValue.count)) }
    }
}

/// What few friends have, kept apart so that all the others stay small.
struct FriendDetails: Sendable {
    /// The owner's spelling of the name in Latin letters; may be empty.
    var pinyin: ByteRange
    /// An `https:`, `http:`, `mailto:` or `tel:` address that was checked, or empty.
    var url: ByteRange
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
