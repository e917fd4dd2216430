internal import Bytes

/// One group of a friend list.
struct FriendGroup: Sendable {
    /// The part that names this group in addresses (`urls`); unique in the page.
    var key: ByteRange
    /// The name as the owner wrote it; may be empty.
    var name: ByteRange
    /// How many are online, from 0 to `friends.count`; nil where the file says nothing about it.
    var online: Int?
    /// Whether the owner wants it open when the address says nothing.
    var isOpened: Bool
    /// Its friends' places in `FriendList.friends`.
    var friends: Range<Int>

    /// How many friends it has.
    var total: Int { friends.count }
}
