internal import Bytes

/// A page of messages.
struct Chat: Sendable {
    /// Who wrote a message.
    enum Side: Sendable {
        /// The reader of the page: `type` 0.
        case mine
        /// The other side: `type` 1.
        case theirs
    }

    /// One bubble.
    struct Message: Sendable {
        /// What was said; may be empty and may hold line breaks.
        var text: ByteRange
        /// When, in the owner's words; may be empty.
        var time: ByteRange
        /// The writer's name; may be empty.
        var name: ByteRange
        /// Which picture of the page's `IconTable`; 0 for none.
        var icon: IconTable.Index
        /// Who wrote it.
        var side: Side
        /// Whether the message before has the same time: then the time is not shown again.
        var repeatsTime: Bool
    }

    /// What every `ByteRange` of the chat points into.
    let text: SharedBytes
    /// The messages in file order.
    let messages: [Message]
}
