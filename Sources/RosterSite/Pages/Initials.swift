internal import Bytes

/// What stands for a picture that is missing: the first letters of a name, on a colour that the name decides.
enum Initials {
    /// How many colours the style sheet has.
    static let hues = 12

    /// The first grapheme of the first word, in capitals, and that of the last word where the name has several and is
    /// written in Latin letters. A grapheme is never cut: an emoji of many scalars stays whole.
    static func of(_ name: ByteView) -> String {
        let words = name.string.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.first else { return "?" }
        guard words.count > 1, first.isASCII, first.isLetter, let last = words.last?.first, last.isLetter else {
            return first.uppercased()
        }
        return first.uppercased() + last.uppercased()
    }

    /// The colour of a name: the same wherever it stands.
    static func hue(of name: ByteView) -> Int { Int(StableHash.of(name) % UInt64(hues)) }
}
