/// How much a property list may ask for before it is refused.
public struct PropertyListLimits: Sendable {
    /// The longest input, in bytes. Offsets are 32 bits wide, so never more than 4 GiB less one.
    public var inputBytes: Int
    /// How many arrays and dictionaries may lie inside each other: Foundation and libplist stop at 512 too.
    public var depth: Int
    /// How many values there may be, shared ones of a binary file counted wherever they appear.
    public var values: Int
    /// How many bytes of text and data a binary file may stand for, shared ones counted wherever they appear:
    /// a megabyte that is referred to a million times must not reach whoever copies it out.
    public var expandedBytes: Int

    /// Limits that leave room for a million friends (231 MB of XML, five million values).
    public init(
        inputBytes: Int = 1 << 30,
        depth: Int = 512,
        values: Int = 10_000_000,
        expandedBytes: Int = 1 << 30
    ) {
        self.inputBytes = min(max(0, inputBytes), Int(UInt32.max) - 1)
        self.depth = min(max(1, depth), Self.deepest)
        self.values = min(max(1, values), Int(Int32.max))
        self.expandedBytes = max(0, expandedBytes)
    }

    /// The limits used when none are given.
    public static var `default`: PropertyListLimits { PropertyListLimits() }

    /// No caller may ask for more levels: whoever walks a document may keep this many frames at hand.
    static let deepest = 4096
}
