internal import CBytes

extension OutputBuffer {
    /// Writes `text` with `& < > " '` escaped: right for text and for quoted attribute values.
    public mutating func append(htmlEscaping text: ByteView) {
        // Piece by piece: the room for the worst case, six times as long, stays small.
        let piece = 1024
        var rest = text
        while !rest.isEmpty {
            let now = rest.prefix(piece)
            let target = unsafe reserve(6 * now.count + 16).assumingMemoryBound(to: UInt8.self)
            advance(by: Int(unsafe cbytes_escape_html(now.start, now.count, target)))
            rest = rest.dropFirst(piece)
        }
    }
}

extension ByteView {
    /// The index of the first of `& < > " '`, or `count`.
    public var htmlSpecialIndex: Int {
        Int(bitPattern: unsafe UInt(cbytes_find_html_special(start, count)))
    }
}

extension ByteView {
    /// Whether this address is written into a quoted attribute as it is: nothing to encode or escape, and no colon, so no
    /// scheme either.
    public var isReadyAddress: Bool {
        unsafe cbytes_is_ready_address(start, count) != 0
    }
}
