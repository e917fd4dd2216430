internal import Bytes

/// One friend of a list: 36 bytes of places in the page's text, so that a million of them stay small.
struct Friend: Sendable {
    /// The part of the address after `#f-`; unique in the page.
    var key: ByteRange
    /// The name as the owner wrote it; may be empty.
    var name: ByteRange
    /// The line below the name; may be empty.
    var intro: ByteRange
    /// Which picture of the page's `IconTable`; 0 for none.
    var icon: IconTable.Index
    /// One more than the index in `FriendList.details`; 0 for a friend without any.
    var details: UInt32
    /// Whether the friend is there.
    var presence: Presence
    /// Whether the name is shown as a VIP's.
    var isVIP: Bool
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
