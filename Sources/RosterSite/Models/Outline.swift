internal import Bytes
internal import PropertyList

/// Any property list as nested sections that open and close: the values in document order, each a row.
struct Outline: Sendable {
    /// What a value is; pages choose the words for each.
    enum Kind: Sendable {
        case dictionary, array, string, integer, real, boolean, date, data, uid
    }

    /// One value.
    struct Node: Sendable {
        /// The key of a section in addresses; empty for a value that is no container.
        var key: ByteRange
        /// The key in its dictionary as written, or the index in its array in decimal.
        var label: ByteRange
        /// A scalar in words: text, digits, `true`, `2026-01-31T12:00:00Z`; for data its bytes in base64, cut
        /// to `Outline.dataPreviewBytes`. Empty for containers.
        var value: ByteRange
        /// What it is.
        var kind: Kind
        /// How many containers it is in, the root not counted: 0 for the page's own sections.
        var depth: UInt16
        /// How many values a container has, how many bytes data has; else 0.
        var count: Int
        /// The index after the last value inside it: skip to here when it is closed.
        var end: Int
        /// Which section this is in `keys`; -1 for a value that is no container.
        var section: Int
    }

    /// How much of a data value an outline shows: enough to tell a picture from a key.
    static let dataPreviewBytes = 24

    /// What every `ByteRange` of the outline points into.
    let text: SharedBytes
    /// The values in document order, without the root; a root that is no container is the only one.
    let nodes: [Node]
    /// The indices in `nodes` of the containers, in document order: what `keys` calls sections.
    let sections: [Int]
    /// Finds a section by key.
    let keys: KeyIndex
    /// Whether the file has more values than `OutlineBuilder.nodeLimit`: the rest is only in the exports.
    let isCut: Bool
    /// The file itself, for exports.
    let document: PropertyList
}
