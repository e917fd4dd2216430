internal import Bytes

extension OutputBuffer {
    /// Writes `text` as a JSON string with its quotes (RFC 8259 §7).
    mutating func append(jsonString text: ByteView) {
        append(UInt8(ascii: "\""))
        var start = 0
        for index in 0..<text.count {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            append(text[start..<index])
            start = index + 1
            append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
            case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
            case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
            case 0..<0x20:
                append("u00")
                append(ASCII.hexDigit(byte >> 4))
                append(ASCII.hexDigit(byte & 15))
            default: append(byte)
            }
        }
        append(text.dropFirst(start))
        append(UInt8(ascii: "\""))
    }

    /// Writes `text` as character data of XML: what XML can't hold (binary property lists can) becomes U+FFFD.
    mutating func append(xmlText text: ByteView) {
        var start = 0
        var index = 0
        while index < text.count {
            let replacement = Self.xmlReplacement(text, at: index)
            guard let replacement else {
                index += 1
                continue
            }
            append(text[start..<index])
            append(replacement.bytes)
            index += replacement.length
            start = index
        }
        append(text.dropFirst(start))
    }

    private static func xmlReplacement(_ text: ByteView, at index: Int) -> (bytes: ByteView, length: Int)? {
        switch text[index] {
        case UInt8(ascii: "&"): return (ByteView("&amp;"), 1)
        case UInt8(ascii: "<"): return (ByteView("&lt;"), 1)
        case UInt8(ascii: ">"): return (ByteView("&gt;"), 1)
        case 0x0D: return (ByteView("&#13;"), 1)
        case 0x09, 0x0A: return nil
        case 0..<0x20: return (ByteView("\u{FFFD}"), 1)
        case 0xEF:
            let three = text[index..<index + 3]
            let isNoCharacter = three == ByteView("\u{FFFE}") || three == ByteView("\u{FFFF}")
            return isNoCharacter ? (ByteView("\u{FFFD}"), 3) : nil
        default: return nil
        }
    }

    /// Writes `text` as one field of a CSV file (RFC 4180), quoted where it must be.
    ///
    /// A field that a spreadsheet would run as a formula (it begins with `= + - @`, a tab or a return) gets an
    /// apostrophe in front, as OWASP advises: names come from strangers. JSON and property lists keep them as they are.
    mutating func append(csvField text: ByteView) {
        let isFormula = !text.isEmpty && "=+-@\t\r".utf8.contains(text[0])
        var mustQuote = isFormula
        for index in 0..<text.count where [0x22, 0x2C, 0x0A, 0x0D].contains(text[index]) { mustQuote = true }
        guard mustQuote else { return append(text) }
        append(isFormula ? "\"'" : "\"")
        var start = 0
        while let quote = text.firstIndex(of: UInt8(ascii: "\""), from: start) {
            append(text[start..<quote + 1])
            append(UInt8(ascii: "\""))
            start = quote + 1
        }
        append(text.dropFirst(start))
        append(UInt8(ascii: "\""))
    }
}
