internal import CBytes

extension OutputBuffer {
    /// Writes `text` with `& < > " '` escaped: right for text and for quoted attribute values.
    public mutating func append(htmlEscaping text: ByteView) {
        var rest = text
        while !rest.isEmpty {
            let clean = rest.htmlSpecialIndex
            append(rest.prefix(clean))
            guard clean < rest.count else { return }
            append(HTMLEscaping.replacement(for: rest[clean]))
            rest = rest.dropFirst(clean + 1)
        }
    }
}

extension ByteView {
    /// The index of the first of `& < > " '`, or `count`.
    public var htmlSpecialIndex: Int {
        Int(bitPattern: unsafe UInt(cbytes_find_html_special(start, count)))
    }
}

/// What stands for a character that means something in HTML.
enum HTMLEscaping {
    static func replacement(for byte: UInt8) -> ByteView {
        switch byte {
        case UInt8(ascii: "&"): ByteView("&amp;")
        case UInt8(ascii: "<"): ByteView("&lt;")
        case UInt8(ascii: ">"): ByteView("&gt;")
        case UInt8(ascii: "\""): ByteView("&quot;")
        default: ByteView("&#39;")
        }
    }
}
