internal import Bytes

/// Tells what a file is that cannot be XML by its first bytes, so that the message can say so.
enum FormatSniffer {
    /// The refusal of a file that does not begin with `<`, or nil.
    static func refusal(of source: XMLSource) -> PropertyListError? {
        let text = source.text.view
        var start = source.start
        while start < text.count, text[start].isXMLSpace { start += 1 }
        guard start < text.count else { return empty(source, at: start) }
        let body = text.dropFirst(start)
        guard body[0] != UInt8(ascii: "<") else { return nil }
        let (sentence, hint) = verdict(body)
        return error(sentence, hint, at: start, in: text)
    }

    private static func empty(_ source: XMLSource, at end: Int) -> PropertyListError {
        if let fault = source.fault { return error(fault.sentence, fault.hint, at: fault.offset, in: source.text.view) }
        let isEmpty = source.text.count == source.start
        return error(
            isEmpty ? "the file is empty" : "the file holds nothing but white space",
            "a property list begins with <?xml or <plist>",
            at: end,
            in: source.text.view,
        )
    }

    private static func verdict(_ body: ByteView) -> (String, String?) {
        for (magic, sentence, hint) in magics where body.hasPrefix(magic) { return (sentence, hint) }
        if isJSON(body) {
            return ("this is JSON, not a property list", "convert it with: plutil -convert xml1 FILE")
        }
        let openers: [StaticString] = ["{", "(", "\"", "/*", "//"]
        if openers.contains(where: { body.hasPrefix(ByteView($0)) }) {
            return ("this is an old-style (OpenStep) property list", "convert it with: plutil -convert xml1 FILE")
        }
        if isWindowsPath(body) {
            return ("this is the path of a file, not a property list", "give the file itself")
        }
        if let fault = unreadable(body) { return (fault, "is this a property list?") }
        return ("text where <?xml or <plist> was due", "this is no property list")
    }

    private static var magics: [([UInt8], String, String?)] {
        [
            ([0x1F, 0x8B], "this is a compressed file (gzip), not a property list", "unpack it first"),
            ([0x42, 0x5A, 0x68], "this is a compressed file (bzip2), not a property list", "unpack it first"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "this is a compressed file (xz), not a property list", "unpack it first"),
            ([0x50, 0x4B, 0x03, 0x04], "this is a zip archive, not a property list", "unpack it first"),
            ([0x89, 0x50, 0x4E, 0x47], "this is a picture (PNG), not a property list", nil),
            ([0xFF, 0xD8, 0xFF], "this is a picture (JPEG), not a property list", nil),
            ([0x47, 0x49, 0x46, 0x38], "this is a picture (GIF), not a property list", nil),
            ([0x25, 0x50, 0x44, 0x46], "this is a PDF document, not a property list", nil),
            ([0x62, 0x70, 0x6C, 0x69, 0x73], "this is a binary property list that was cut off", "copy it again"),
        ]
    }

    /// `[` is never old-style; `{` is JSON when a quoted name and a colon follow.
    private static func isJSON(_ body: ByteView) -> Bool {
        if body[0] == UInt8(ascii: "[") { return true }
        guard body[0] == UInt8(ascii: "{") else { return false }
        let inner = body.dropFirst(1).trimmedStart
        guard inner.first == UInt8(ascii: "\"") else { return false }
        var index = 1
        while index < inner.count, inner[index] != UInt8(ascii: "\"") {
            index += inner[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return inner.dropFirst(index + 1).trimmedStart.first == UInt8(ascii: ":")
    }

    private static func isWindowsPath(_ body: ByteView) -> Bool {
        body.count > 2 && ASCII.isLetter(body[0]) && body[1] == UInt8(ascii: ":") && body[2] == UInt8(ascii: "\\")
    }

    private static func unreadable(_ body: ByteView) -> String? {
        let byte = body[0]
        return byte < 0x20 || byte == 0x7F || UTF8Scanner.scalar(in: body, at: 0) == nil
            ? "the byte \(Hex.byte(byte)) where <?xml or <plist> was due" : nil
    }

    private static func error(
        _ sentence: String,
        _ hint: String?,
        at offset: Int,
        in text: ByteView
    ) -> PropertyListError {
        let place = SourcePosition(of: offset, in: text)
        return PropertyListError(line: place.line, column: place.column, keyPath: "$", sentence: sentence, hint: hint)
    }
}
