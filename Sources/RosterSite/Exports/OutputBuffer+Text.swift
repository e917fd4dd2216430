internal import Bytes

extension OutputBuffer {
    /// Writes `text` with U+FFFD for each character that XML 1.0 can't hold: controls, U+FFFE and U+FFFF.
    mutating func append(cleaningForXML text: ByteView) {
        var start = 0
        var index = 0
        while index < text.count {
            let length = Self.lengthWithoutXML(text, at: index)
            index += max(1, length)
            guard length > 0 else { continue }
            append(text[start..<index - length])
            append("\u{FFFD}")
            start = index
        }
        append(text.dropFirst(start))
    }

    /// How many bytes the character at `index` takes if XML can't hold it; 0 if it can.
    private static func lengthWithoutXML(_ text: ByteView, at index: Int) -> Int {
        switch text[index] {
        case 0x09, 0x0A, 0x0D: 0
        case 0..<0x20: 1
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        case 0xEF where index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE: 3
        default: 0
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
