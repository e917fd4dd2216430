internal import Bytes

/// Finds the places of many values of one document: asked in document order, all of them cost one pass over the text.
public struct SourcePositionFinder: Sendable {
    /// Where the last search ended.
    private var offset = 0
    private var line = 1
    /// The column of the byte at `offset`.
    private var column = 1
    private var isAfterReturn = false

    /// A finder for one document.
    public init() {}

    /// Where the tag of `value` begins, as ``PropertyListValue/position``; nil in binary files.
    ///
    /// A value before the one asked for last costs a pass from the beginning.
    public mutating func position(of value: PropertyListValue) -> SourcePosition? {
        guard value.document.format == .xml else { return nil }
        let text = value.document.source.view
        let target = text.tagStart(before: Int(value.node.offset))
        if target < offset { self = SourcePositionFinder() }
        // A byte order mark is no column.
        if offset == 0, text.hasPrefix(ByteView("\u{FEFF}")) { offset = 3 }
        while offset < target { step(over: text[offset]) }
        return SourcePosition(line: line, column: column)
    }

    private mutating func step(over byte: UInt8) {
        offset += 1
        switch byte {
        case 0x0D:
            (line, column) = (line + 1, 1)
        case 0x0A:
            if !isAfterReturn { line += 1 }
            column = 1
        default:
            if byte & 0xC0 != 0x80 { column += 1 }
        }
        isAfterReturn = byte == 0x0D
    }
}
