import Bytes

/// Text from a file, made fit for one line of a message.
enum Quoted {
    /// The longest piece of a file that a message repeats, in Unicode scalars.
    static let longest = 60

    /// `text` with control characters, line separators and bidi controls as `\u{…}`, so that it stays on its line.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isTroublesome) else { return text }
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    /// The text of `bytes`, cut to `longest` scalars.
    static func excerpt(_ bytes: ByteView) -> String {
        let head = bytes.prefix(longest * 4 + 4).string.unicodeScalars
        var result = ""
        for scalar in head.prefix(longest) { append(scalar, to: &result) }
        return head.count > longest ? result + "…" : result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if isTroublesome(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }

    private static func isTroublesome(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
