internal import Bytes

/// The label in `<?xml version="1.0" encoding="…"?>`, read before any parser sees the text.
///
/// Only the label is looked for. Whether the declaration is well-formed is the parser's to say; what is not found here
/// is read as UTF-8, where bytes of other encodings are refused.
struct XMLDeclaration {
    /// Where the label stands.
    let label: Range<Int>

    /// The declaration at `start`, when it has an encoding label.
    init?(in text: ByteView, at start: Int) {
        guard text.dropFirst(start).hasPrefix(ByteView("<?xml")) else { return nil }
        var scanner = Scanner(text: text, index: start + 5)
        while let attribute = scanner.attribute() {
            if text[attribute.name] == ByteView("encoding") {
                label = attribute.value
                return
            }
        }
        return nil
    }

    private struct Scanner {
        let text: ByteView
        var index: Int

        mutating func attribute() -> (name: Range<Int>, value: Range<Int>)? {
            skipSpace()
            let nameStart = index
            while index < text.count, ASCII.isLetter(text[index]) { index += 1 }
            let name = nameStart..<index
            skipSpace()
            guard !name.isEmpty, index < text.count, text[index] == UInt8(ascii: "=") else { return nil }
            index += 1
            skipSpace()
            guard index < text.count, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'"),
                let end = text.firstIndex(of: text[index], from: index + 1)
            else { return nil }
            let value = index + 1..<end
            index = end + 1
            return (name, value)
        }

        private mutating func skipSpace() {
            while index < text.count, text[index].isXMLSpace { index += 1 }
        }
    }
}

extension UInt8 {
    /// Space, tab, CR or LF: the only white space of XML 1.0 (§2.3).
    @inline(__always)
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
