import PropertyList
import Testing

/// Encodings of XML: a list of known ones, a byte order mark beats the label, nothing is ever replaced.
struct EncodingTests {
    private static func labelled(_ label: String, _ text: [UInt8]) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><string>".utf8) + text + Array("</string>".utf8)
    }

    private static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return bigEndian ? [high, low] : [low, high]
        }
    }

    @Test(arguments: [
        ("UTF-8", [0xE5, 0xA5, 0xBD], "好"), ("utf-8", [0x41], "A"), ("US-ASCII", [0x41], "A"),
        ("ISO-8859-1", [0xE9], "é"), ("iso-8859-15", [0xA4], "€"), ("ISO-8859-5", [0xB6], "Ж"),
        ("windows-1252", [0x93, 0x80], "“€"),
        ("Windows-1251", [0xC6], "Ж"), ("GBK", [0xBA, 0xC3, 0xE9, 0x46], "好镕"), ("gb2312", [0xBA, 0xC3], "好"),
        ("GB18030", [0x95, 0x32, 0x82, 0x36], "𠀀"), ("Big5", [0xA6, 0x6E], "好"), ("EUC-KR", [0xC7, 0xD1], "한"),
        ("EUC-JP", [0xB9, 0xA5], "好"), ("Shift_JIS", [0x83, 0x5C, 0x5C, 0x7E], "ソ\\\\~"),
    ])
    func reads(label: String, bytes: [UInt8], text: String) {
        #expect(outcome(of: Self.labelled(label, bytes)) == "{\"string\":\"\(text)\"}")
    }

    @Test(arguments: [
        "UTF-7", "UTF-32", "latin1", "utf8", "x-mac-roman", "ISO-8859-12", "ISO-8859-17", "IBM037", "", "UTF-16",
        "UCS-4", "HZ", "GBK//IGNORE", "ISO-2022-JP",
    ])
    func refuses(label: String) {
        #expect(refusal(of: Self.labelled(label, [0x41])) == "1:31 $")
    }

    @Test(arguments: [
        ("UTF-8", [0x41, 0xC0, 0x80], "1:48 $"), ("US-ASCII", [0x41, 0xE9], "1:51 $"),
        ("windows-1252", [0x41, 0x81], "1:55 $"),
        ("GBK", [0xBA, 0xC3, 0xFF, 0xFF], "1:46 $"), ("GB2312", [0xE9, 0x46], "1:48 $"),
        ("Big5", [0x41, 0xFF], "1:47 $"),
        ("UTF-8", [0xED, 0xA0, 0xBD], "1:47 $"), ("UTF-8", [0xF5, 0x80, 0x80, 0x80], "1:47 $"),
        ("UTF-8", [0xE5, 0xA5], "1:47 $"),
        ("UTF-8", [0xC1, 0x81], "1:47 $"), ("UTF-8", [0xE0, 0x81, 0x81], "1:47 $"),
        ("UTF-8", [0xF0, 0x80, 0x81, 0x81], "1:47 $"),
        ("UTF-8", [0xF4, 0x90, 0x80, 0x80], "1:47 $"), ("UTF-8", [0x80], "1:47 $"),
    ])
    func `names the byte that is not in the encoding`(label: String, bytes: [UInt8], place: String) {
        #expect(refusal(of: Self.labelled(label, bytes)) == place)
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC1, 0x81], [0xE0, 0x81, 0x81], [0xED, 0xA0, 0xBD], [0xEF, 0xBF, 0xBF],
            [0xF0, 0x80, 0x81, 0x81],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE5, 0xA5], [0xF0, 0x9F, 0x98], [0x80], [0xFF],
            [0x01], [0x00],
        ] as [[UInt8]]
    )
    func `what is not UTF-8 or no character of XML is refused wherever it stands`(bytes: [UInt8]) {
        for (head, tail) in [
            ("<string>", "</string>"), ("<string><![CDATA[", "]]></string>"), ("<!--", "--><true/>"),
            ("<?a ", "?><true/>"),
            ("<plist a='", "'><true/></plist>"), ("<plist b", "='1'><true/></plist>"),
        ] {
            let place = "1:\(head.utf8.count + 1) $"
            #expect(refusal(of: Array(head.utf8) + bytes + Array(tail.utf8)) == place, "\(head)")
            let text = Array(head.utf8) + Array("好".utf8) + bytes + Array(tail.utf8)
            #expect(refusal(of: text) == "1:\(head.utf8.count + 2) $", "\(head)")
            // Further into the input than one piece of it.
            let far = Array(repeating: UInt8(ascii: "x"), count: 65_533)
            #expect(refusal(of: Array(head.utf8) + far + bytes + Array(tail.utf8)) != nil, "\(head)")
        }
    }

    @Test func `the first error counts, also before a bad byte`() {
        let text = Self.labelled("GBK", Array("a</string><strin>".utf8) + [0xFF, 0xFF])
        #expect(refusal(of: text) == "1:55 $")
    }

    @Test(arguments: [
        ("<array><str\0", "1:12 $[0]"), ("<array></arr\0ay>", "1:13 $[0]"), ("<array><string>&am\0p;", "1:19 $[0]"),
        ("<?xml version=\"1.0\0\"?>", "1:19 $"), ("<!DOCTYPE plist \0>", "1:17 $"),
        ("<array><!-- > \0", "1:15 $[0]"), ("<array/>\0", "1:9 $"), ("<array> b \0", "1:9 $[0]"),
        ("<array><string>a & b \0", "1:18 $[0]"), ("<array></dict>\0", "1:8 $[0]"),
    ])
    func `a bad byte is named where it cuts something off, and is not where something else came first`(
        text: String,
        place: String
    ) {
        #expect(refusal(of: text) == place)
    }

    @Test func `a byte order mark beats the label`() {
        let text = "<?xml version=\"1.0\" encoding=\"GBK\"?><string>é好</string>"
        let value = "{\"string\":\"é好\"}"
        #expect(outcome(of: "\u{FEFF}\(text)") == value)
        #expect(outcome(of: Self.utf16(text, bigEndian: true, mark: true)) == value)
        #expect(outcome(of: Self.utf16(text, bigEndian: false, mark: true)) == value)
    }

    @Test func `UTF-16 needs a mark or a label`() {
        let value = "{\"string\":\"😀\"}"
        let text = "<?xml version='1.0' encoding='UTF-16'?><string>😀</string>"
        #expect(outcome(of: Self.utf16(text, bigEndian: true, mark: false)) == value)
        #expect(outcome(of: Self.utf16(text, bigEndian: false, mark: false)) == value)
        #expect(refusal(of: Self.utf16("<string>a</string>", bigEndian: false, mark: false)) == "1:1 $")
        let wrong = "<?xml version='1.0' encoding='UTF-8'?><string>a</string>"
        #expect(refusal(of: Self.utf16(wrong, bigEndian: true, mark: false)) == "1:31 $")
    }

    @Test func `half a UTF-16 character is refused at its place`() {
        let start = Self.utf16("<array><string>a", bigEndian: false, mark: true)
        let end = Self.utf16("</string></array>", bigEndian: false, mark: false)
        #expect(refusal(of: start + [0x3D, 0xD8] + end) == "1:17 $[0]")
        #expect(refusal(of: start + [0x00, 0xDE] + end) == "1:17 $[0]")
        #expect(refusal(of: start + end + [0x20]) == "1:34 $")
    }
}
