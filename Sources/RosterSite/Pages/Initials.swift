internal import Bytes

/// What stands for a picture that is missing: the first letters of a name, on a colour that the name decides.
enum Initials {
    /// How many colours the style sheet has.
    static let hues = 12

    /// Appends the first grapheme of the first word, in capitals, and that of the last word where the name has several
    /// and is written in Latin letters. A grapheme is never cut: an emoji of many scalars stays whole.
    static func append(of name: ByteView, to buffer: inout OutputBuffer) {
        if isPlain(name) { return appendPlain(name, to: &buffer) }
        let words = name.string.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.first else { return buffer.append("?") }
        buffer.append(first.uppercased())
        guard words.count > 1, first.isASCII, first.isLetter, let last = words.last?.first, last.isLetter else {
            return
        }
        buffer.append(last.uppercased())
    }

    /// The colour of a name: the same wherever it stands.
    static func hue(of name: ByteView) -> Int { Int(StableHash.of(name) % UInt64(hues)) }

    /// Whether each scalar is a grapheme: ASCII and the Chinese characters in daily use, most names. Going by graphemes
    /// takes fifty times as long.
    private static func isPlain(_ name: ByteView) -> Bool {
        var index = 0
        while index < name.count {
            let lead = name[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            guard 0xE4...0xE9 ~= lead, index + 2 < name.count, lead > 0xE4 || name[index + 1] >= 0xB8 else {
                return false
            }
            // Not UTF-8: the slow way knows what to make of it.
            guard name[index + 1] & 0xC0 == 0x80, name[index + 2] & 0xC0 == 0x80 else { return false }
            index += 3
        }
        return true
    }

    private static func appendPlain(_ name: ByteView, to buffer: inout OutputBuffer) {
        var words = 0
        var (first, last) = (0, 0)
        var isInWord = false
        for index in 0..<name.count {
            let isSpace = isSpace(name[index])
            if !isSpace, !isInWord {
                if words == 0 { first = index }
                last = index
                words += 1
            }
            isInWord = !isSpace
        }
        guard words > 0 else { return buffer.append("?") }
        appendLetter(at: first, of: name, to: &buffer)
        guard words > 1, ASCII.isLetter(name[first]), ASCII.isLetter(name[last]) || name[last] >= 0x80 else { return }
        appendLetter(at: last, of: name, to: &buffer)
    }

    private static func appendLetter(at index: Int, of name: ByteView, to buffer: inout OutputBuffer) {
        let byte = name[index]
        guard byte < 0x80 else { return buffer.append(name[index..<index + 3]) }
        buffer.append(byte &- UInt8(ascii: "a") < 26 ? byte - 0x20 : byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
