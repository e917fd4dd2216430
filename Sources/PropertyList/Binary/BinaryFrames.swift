/// An array or dictionary of a binary file that is being read.
struct BinaryFrame {
    let object: Int
    let node: Int
    /// Where its references are.
    let references: Int
    let count: Int
    let isDictionary: Bool
    /// How many members were begun.
    var next = 0
    /// The node of the last key, in a dictionary; nil before it was read.
    var keyNode: Int?
    /// Values and bytes that the document stood for when this container began.
    let valuesBefore: Int
    let bytesBefore: Int
    /// How many levels of containers lie inside, so far.
    var height = 0
}

/// What a container stands for when all that is shared in it is counted wherever it appears.
struct BinarySpan {
    let values: Int
    let bytes: Int
    /// How many levels of containers it is high: 1 when it holds none.
    let height: Int
}
