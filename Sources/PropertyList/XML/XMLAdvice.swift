internal import Bytes

/// What somebody who wrote a wrong element name probably meant.
enum ElementAdvice {
    static func hint(_ name: String) -> String? {
        let lowered = name.lowercased()
        if let meant = substitutes[lowered] { return meant }
        if name.utf8.contains(UInt8(ascii: ":")) { return "write names without a prefix and its ':'" }
        let near = XMLElement.allCases.map { "\($0.name)" }.first { isNear(lowered, $0) }
        return near.map { "did you mean <\($0)>?" }
            ?? "known are <dict>, <array>, <string>, <integer>, <real>, <true/>, <false/>, <date> and <data>"
    }

    private static let substitutes: [String: String] = [
        "html": "this is a web page, not a property list; save the file itself, not the page that shows it",
        "head": "this is a web page, not a property list",
        "body": "this is a web page, not a property list",
        "rss": "this is a feed, not a property list",
        "svg": "this is a picture, not a property list",
        "null": "a property list has no null; leave the entry out",
        "nil": "a property list has no null; leave the entry out",
        "int": "did you mean <integer>?",
        "number": "did you mean <integer> or <real>?",
        "float": "did you mean <real>?",
        "double": "did you mean <real>?",
        "bool": "write <true/> or <false/>",
        "boolean": "write <true/> or <false/>",
        "yes": "did you mean <true/>?",
        "no": "did you mean <false/>?",
        "str": "did you mean <string>?",
        "text": "did you mean <string>?",
        "dictionary": "did you mean <dict>?",
        "map": "did you mean <dict>?",
        "object": "did you mean <dict>?",
        "list": "did you mean <array>?",
        "set": "did you mean <array>?",
        "item": "items of an <array> need no element of their own",
        "b": "write &lt; for a '<' that is text",
        "br": "a line break in a text is just a new line",
    ]

    /// Whether one letter more, less, other or swapped makes one of the other.
    static func isNear(_ one: String, _ other: String) -> Bool {
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        guard a != b else { return true }
        guard abs(a.count - b.count) <= 1 else { return false }
        let head = zip(a, b).prefix { $0 == $1 }.count
        let tail = min(zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count, min(a.count, b.count) - head)
        let (left, right) = (a.dropFirst(head).dropLast(tail), b.dropFirst(head).dropLast(tail))
        if left.count <= 1, right.count <= 1 { return true }
        return left.count == 2 && right.count == 2 && left.elementsEqual(right.reversed())
    }
}

/// What somebody who wrote a wrong number or date probably meant.
enum ScalarAdvice {
    static func hint(_ element: XMLElement, _ text: ByteView) -> String? {
        switch element {
        case .integer: integer(text)
        case .real: real(text)
        case .date: date(text)
        default: nil
        }
    }

    private static func integer(_ text: ByteView) -> String? {
        if text.count > 1, RealText.parse(text) != nil {
            return text.firstIndex(of: UInt8(ascii: ".")) != nil ? "write <real> for a number with a fraction" : nil
        }
        return common(text)
    }

    private static func real(_ text: ByteView) -> String? {
        if let comma = text.firstIndex(of: UInt8(ascii: ",")), comma > 0 { return "write the decimal point as '.'" }
        return common(text)
    }

    private static func common(_ text: ByteView) -> String? {
        let words: [StaticString] = ["yes", "no", "true", "false"]
        if words.contains(where: { text.equalsIgnoringCase($0) }) { return "write <true/> or <false/>" }
        if text.firstIndex(of: UInt8(ascii: "_")) != nil { return "write digits only, without '_'" }
        return ASCII.isLetter(text[0]) ? "write <string> for a text" : nil
    }

    private static func date(_ text: ByteView) -> String? {
        if text.count == 10 { return "write the time too: T00:00:00Z" }
        if text.count == 19, text[10] == UInt8(ascii: "T") { return "end it with Z" }
        if text.firstIndex(of: UInt8(ascii: "+")) != nil { return "give the time in UTC, ending with Z" }
        if text.count == 20 { return "is there such a day and time?" }
        return nil
    }
}

/// What somebody who wrote an unknown reference probably meant.
enum ReferenceAdvice {
    static func hint(_ name: String) -> String {
        if let number = htmlNames[name] { return "that name is HTML's; write &#\(number);" }
        return "write &amp; for an & that is text; known are &amp; &lt; &gt; &quot; &apos; and numbers such as &#8364;"
    }

    private static let htmlNames: [String: Int] = [
        "nbsp": 160, "copy": 169, "reg": 174, "deg": 176, "middot": 183, "times": 215, "eacute": 233, "euro": 8364,
        "ndash": 8211, "mdash": 8212, "lsquo": 8216, "rsquo": 8217, "ldquo": 8220, "rdquo": 8221, "hellip": 8230,
        "trade": 8482, "yen": 165, "pound": 163, "laquo": 171, "raquo": 187, "bull": 8226, "hearts": 9829,
    ]
}
