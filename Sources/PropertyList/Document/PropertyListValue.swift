public import Bytes

/// One value of a document: the document and a place in it. Copying it costs a reference count.
public struct PropertyListValue: Sendable {
    let document: PropertyList
    let index: Int

    init(document: PropertyList, index: Int) {
        self.document = document
        self.index = index
    }

    var node: Node { document.node(index) }

    /// What the value is.
    public var kind: PropertyListKind {
        PropertyListKind(rawValue: UInt8(truncatingIfNeeded: node.shape.base.bits)) ?? .string
    }

    /// The text of a string, UTF-8; nil for other kinds. Valid while the document is kept: see `PropertyList.withRoot`.
    public var text: ByteView? {
        let node = node
        return node.shape.base == .string ? document.bytes(node) : nil
    }

    /// The text of a string. Copies; nil for other kinds.
    public var string: String? { text?.string }

    /// An integer up to `Int.max`; nil for larger ones (see ``unsignedInteger``) and for other kinds.
    public var integer: Int? {
        let node = node
        guard node.shape.base == .integer, !node.shape.has(Node.Shape.isUnsigned) else { return nil }
        return Int(truncatingIfNeeded: node.payload)
    }

    /// An integer from 0 to `UInt64.max`; nil for negative ones and for other kinds.
    public var unsignedInteger: UInt64? {
        let node = node
        guard node.shape.base == .integer else { return nil }
        let isLarge = node.shape.has(Node.Shape.isUnsigned)
        return isLarge || Int64(bitPattern: node.payload) >= 0 ? node.payload : nil
    }

    /// A real number, which may be infinite or no number; nil for other kinds, integers too.
    public var real: Double? {
        let node = node
        return node.shape.base == .real ? Double(bitPattern: node.payload) : nil
    }

    /// True or false; nil for other kinds.
    public var bool: Bool? {
        let node = node
        return node.shape.base == .boolean ? node.payload != 0 : nil
    }

    /// A date; nil for other kinds.
    public var date: PropertyListDate? {
        let node = node
        guard node.shape.base == .date else { return nil }
        return PropertyListDate(secondsSince2001: Double(bitPattern: node.payload))
    }

    /// The bytes of data; nil for other kinds. Valid while the document is kept: see `PropertyList.withRoot`.
    public var data: ByteView? {
        let node = node
        return node.shape.base == .data ? document.bytes(node) : nil
    }

    /// The number of an archive reference; nil for other kinds.
    public var uid: UInt64? {
        let node = node
        return node.shape.base == .uid ? node.payload : nil
    }

    /// Where the value's tag begins; nil in binary files. One pass over the text before it, so ask for errors only.
    public var position: SourcePosition? {
        guard document.format == .xml else { return nil }
        let text = document.source.view
        return SourcePosition(of: text.tagStart(before: Int(node.offset)), in: text)
    }
}

extension PropertyListValue {
    /// Whether both are the same value of the same document.
    public func isIdentical(to other: PropertyListValue) -> Bool {
        document === other.document && index == other.index
    }
}

extension ByteView {
    /// Where the tag begins that was read up to its end, or up to the `>` or `/>` of it, at `end`. No tag holds another
    /// `<`: in attributes it is not allowed.
    func tagStart(before end: Int) -> Int {
        var index = min(end, count)
        while index > 0 {
            index -= 1
            if self[index] == UInt8(ascii: "<") { return index }
        }
        return 0
    }

    /// Where the next construct begins, when the event before it ended at `offset`: a start tag is reported before its
    /// `>` or `/>` is read.
    func constructStart(after offset: Int) -> Int {
        guard offset < count else { return count }
        // Every other event ends behind a `>`, and so does the declaration: another one there is text.
        guard offset > 0, self[offset - 1] != UInt8(ascii: ">") else { return offset }
        if self[offset] == UInt8(ascii: ">") { return offset + 1 }
        if self[offset] == UInt8(ascii: "/"), offset + 1 < count, self[offset + 1] == UInt8(ascii: ">") {
            return offset + 2
        }
        return offset
    }
}

extension PropertyListValue {
    /// The decimal digits of an integer of any size; nil for other kinds.
    public var integerText: String? {
        if let integer { return String(integer) }
        return unsignedInteger.map { String($0) }
    }
}
