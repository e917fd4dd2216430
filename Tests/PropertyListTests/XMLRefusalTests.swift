import Bytes
import PropertyList
import Testing

/// What is refused, at which place and on which key path.
struct XMLRefusalTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        let place: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ place: String) {
            (self.name, self.text, self.place) = (name, text, place)
        }
    }

    @Test(arguments: [
        Case("empty", "", "1:1 $"),
        Case("white space", " \n ", "2:2 $"),
        Case("only a comment", "<!-- a -->\n", "2:1 $"),
        Case("space before the declaration", "\n<?xml version=\"1.0\"?><plist><true/></plist>", "2:1 $"),
        Case("version 2.0", "<?xml version=\"2.0\"?><plist><true/></plist>", "1:1 $"),
        Case("text before", "a<plist><true/></plist>", "1:1 $"),
        Case("text after", "<plist><true/></plist>\nb", "2:1 $"),
        Case("a stray > behind the declaration", "<?xml version=\"1.0\"?>><true/>", "1:22 $"),
        Case("a stray > behind a comment", "<plist><!-- a -->><true/></plist>", "1:18 $"),
        Case("a stray > behind a value", "<array><true/>><true/></array>", "1:15 $[1]"),
        Case("a stray > behind the end", "<plist><true/></plist>>", "1:23 $"),
        Case("a stray /> behind a value", "<array><string>a</string>/><true/></array>", "1:26 $[1]"),
        Case("text behind a reference to white space", "<array>&#32; &#x9;b</array>", "1:19 $[0]"),
        Case("text by reference", "<array> &#98;</array>", "1:9 $[0]"),
        Case("Chinese behind line ends of Windows", "<array>\r\n\r\n 好\r\n</array>", "3:2 $[0]"),
        Case("a CDATA section between elements", "<array> <![CDATA[ ]]></array>", "1:9 $[0]"),
        Case("nothing in <plist/>", " <plist/>", "1:2 $"),
        Case("a second root", "<plist><true/></plist>\n<plist><true/></plist>", "2:1 $"),
        Case("a second bare root", "<true/><true/>", "1:8 $"),
        Case("a DOCTYPE inside", "<plist><!DOCTYPE plist><true/></plist>", "1:8 $"),
        Case("a DOCTYPE in small letters", "<!doctype plist><plist><true/></plist>", "1:1 $"),
        Case("an empty internal subset", "<!DOCTYPE plist []><plist><true/></plist>", "1:17 $"),
        Case("an entity", "<!DOCTYPE plist SYSTEM 'a' [<!ENTITY b 'c'>]><string>&b;</string>", "1:28 $"),
        Case("an unknown reference", "<string>a&b;</string>", "1:10 $"),
        Case("the same after a DOCTYPE", "<!DOCTYPE plist SYSTEM 'a'><string>a&nbsp;</string>", "1:37 $"),
        Case(
            "an unknown reference in an attribute",
            "<!DOCTYPE plist SYSTEM 'a'><plist version='&a;'><true/></plist>",
            "1:44 $"
        ),
        Case("a bare &", "<array><string>A & B</string></array>", "1:18 $[0]"),
        Case("& in an address", "<array><string>?a=1&b=2</string></array>", "1:20 $[0]"),
        Case("a bare <", "<array><string>1 < 2</string></array>", "1:18 $[0]"),
        Case("U+0000 as a number", "<string>&#0;</string>", "1:9 $"),
        Case("a surrogate as a number", "<string>&#xD800;</string>", "1:9 $"),
        Case("a number above all", "<string>&#x110000;</string>", "1:9 $"),
        Case("a number that wraps", "<string>&#4294967361;</string>", "1:9 $"),
        Case("]]> in text", "<string>a]]>b</string>", "1:10 $"),
        Case("-- in a comment", "<plist><!-- a -- b --><true/></plist>", "1:15 $"),
        Case("an open comment", "<plist>\n<!-- a\n<true/></plist>", "2:1 $"),
        Case("an open CDATA section", "<string>\n<![CDATA[ a</string>", "2:1 $"),
        Case(
            "a long open CDATA section",
            "<string>\n<![CDATA[\(String(repeating: "< & ", count: 500))</string>",
            "2:1 $"
        ),
        Case("no name after an instruction", "<?a'b?><true/>", "1:4 $"),
        Case("a character that is in no name", "<plist><ar\u{2772}/></plist>", "1:11 $"),
        Case("a DOCTYPE that does not end", "<!DOCTYPE a<true/>", "1:1 $"),
        Case("an element of three bytes", "<a>", "1:1 $"),
        Case("one byte", "<", "1:1 $"),
        Case("an attribute twice", "<plist a='1' a='2'><true/></plist>", "1:14 $"),
        Case("an unquoted attribute", "<plist version=1><true/></plist>", "1:16 $"),
        Case("curly quotes", "<plist version=“1.0”><true/></plist>", "1:16 $"),
        Case("< in an attribute", "<plist a='<'><true/></plist>", "1:11 $"),
        Case("a control character", "<array><true/><string>a\u{8}</string></array>", "1:24 $[1]"),
        Case("a NUL", "<array><true/><string>a\0b</string></array>", "1:24 $[1]"),
        Case("U+FFFE", "<string>\u{FFFE}</string>", "1:9 $"),
        Case("the end inside a value", "<array>\n<string>ab", "2:11 $[0]"),
        Case("the end inside a tag", "<array>\n<strin", "2:1 $[0]"),
        Case("the end inside plist", "<plist><true/>\n", "2:1 $"),
        Case("a wrong end tag", "<array><string>a</integer></array>", "1:17 $[0]"),
        Case("crossed tags", "<array><dict></array></dict>", "1:14 $[0]"),
        Case("an empty plist", "<plist>\n</plist>", "2:1 $"),
        Case("two values", "<plist><true/>\n<false/></plist>", "2:1 $"),
        Case("an unknown element", "<array><true/>\n<strng>a</strng></array>", "2:1 $[1]"),
        Case("capital letters", "<array><String>a</String></array>", "1:8 $[0]"),
        Case("a prefix", "<p:plist xmlns:p='a'><true/></p:plist>", "1:1 $"),
        Case("a value without a key", "<array><dict><true/></dict></array>", "1:14 $[0]"),
        Case("a key without a value", "<dict><key>a</key>\n</dict>", "2:1 $.a"),
        Case("two keys", "<dict><key>a</key><key>b</key></dict>", "1:19 $.a"),
        Case("two values for a key", "<dict><key>a</key><true/><true/></dict>", "1:26 $"),
        Case("a key in an array", "<array><key>a</key></array>", "1:8 $[0]"),
        Case("a key as the root", "<plist><key>a</key></plist>", "1:8 $"),
        Case("text between elements", "<array><true/>\n a<true/></array>", "2:2 $[1]"),
        Case("CDATA between elements", "<array><![CDATA[ ]]></array>", "1:8 $[0]"),
        Case("a reference between elements", "<dict><key>a</key>&amp;<true/></dict>", "1:19 $.a"),
        Case("an element in text", "<array><string>a<b>c</b></string></array>", "1:17 $[0]"),
        Case("a known element in text", "<array><string>a<true/></string></array>", "1:17 $[0]"),
        Case("text in a boolean", "<array><true>\nyes</true></array>", "2:1 $[0]"),
        Case("plist in plist", "<plist><plist><true/></plist></plist>", "1:8 $"),
        Case("plist in an array", "<array><plist/></array>", "1:8 $[0]"),
        Case("an empty integer", "<array><integer IDREF='1'/></array>", "1:8 $[0]"),
        Case(
            "deep, with columns in scalars",
            "<array><dict><key>😀 &lt;</key><array><true/><integer>é</integer></array></dict></array>",
            #"1:54 $[0]["😀 <"][1]"#
        ),
        Case("lines of all kinds", "<array>\r\n<true/>\r<true/>\n<real>?</real></array>", "4:7 $[2]"),
        Case("a number behind CDATA", "<array><integer><![CDATA[x]]></integer></array>", "1:17 $[0]"),
        Case("a key that is being read", "<dict><key>a&</key></dict>", "1:13 $"),
    ])
    func refuses(_ sample: Case) {
        #expect(refusal(of: sample.text) == sample.place)
    }

    @Test func `columns do not count a byte order mark`() {
        #expect(refusal(of: "\u{FEFF}<plist><strin/></plist>") == "1:8 $")
    }

    @Test func `a document that ends anywhere is refused`() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "a" "b"><plist version="1.0"><!-- c --><dict>\
            <key>a</key><array><string>b &amp; 好<![CDATA[c]]></string><integer>12</integer><true/></array></dict></plist>
            """
        let bytes = Array(text.utf8)
        for count in bytes.indices { #expect(refusal(of: Array(bytes.prefix(count))) != nil, "\(count) bytes") }
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?>><true/>", "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>><real>1</real>",
        "<plist><true/></plist>>", "<!-- a -->><true/>",
    ])
    func `a stray bracket is called text, in our own words`(_ text: String) {
        let error = #expect(throws: PropertyListError.self) { try PropertyList.parse(SharedBytes(Array(text.utf8))) }
        #expect(error?.sentence.hasPrefix("text ") == true)
    }
}
