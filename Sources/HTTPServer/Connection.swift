internal import HTTP

/// One client: 64 bytes in the loop's table, and nothing else while it is idle.
struct Connection {
    /// What a connection does at the moment.
    enum Phase: UInt8 {
        /// The slot is not in use.
        case free
        /// The client does not read: output is parked, input is left in the kernel.
        case blocked
        /// An answer is made on another thread: input is left in the kernel.
        case waiting
        /// A PROXY protocol header must come first.
        case proxyHeader
        /// Waiting for a request, or in the middle of its head.
        case head
        /// In the middle of a body, whose request is parked.
        case body
        /// All is said; what still comes is dropped, so that no reset destroys the last answer.
        case lingering

        /// Whether nothing is read from the client for now. One comparison: those phases come first.
        var leavesInput: Bool { rawValue <= Phase.waiting.rawValue }
    }

    struct Flags: OptionSet {
        let rawValue: UInt16
        /// Closed as soon as the output is sent.
        static let closes = Flags(rawValue: 1)
        /// The client may still be sending: linger instead of closing at once.
        static let lingers = Flags(rawValue: 2)
        /// The client shut its side.
        static let peerEnded = Flags(rawValue: 4)
        static let isAdmin = Flags(rawValue: 8)
        /// The peer's word on addresses is taken.
        static let isTrusted = Flags(rawValue: 16)
        /// Counted for its client address.
        static let isCounted = Flags(rawValue: 32)
        /// epoll knows the descriptor.
        static let isWatched = Flags(rawValue: 64)
        /// The first bytes of a head are there: its deadline runs.
        static let inHead = Flags(rawValue: 128)
        /// At least one request was answered.
        static let hasServed = Flags(rawValue: 256)
        /// It ended while its events were looked at: to be closed.
        static let isBroken = Flags(rawValue: 512)
    }

    var descriptor: Int32 = -1
    /// Told apart from the last connection in this slot, whose events may still be in the batch.
    var generation: UInt32 = 0
    /// The tick at which time is up.
    var deadline: UInt32 = 0
    /// Neighbours in the bucket of the deadline wheel; `next` also links free slots.
    var next = Connection.none
    var previous = Connection.none
    var bucket = Connection.noBucket
    var phase = Phase.free
    var flags = Flags()
    var peer = NetworkAddress.unknown
    /// What had to be put aside, only while there is something.
    var parked: Parked?

    static var none: UInt32 { .max }
    static var noBucket: UInt16 { .max }
}
