internal import Bytes

/// The folded text of a friend list, made once per revision.
final class SearchIndex: Sendable {
    /// Makes the index of `list`.
    init(_ list: FriendList) {
    }
}
