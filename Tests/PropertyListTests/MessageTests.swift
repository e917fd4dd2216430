import PropertyList
import Testing

/// What people read when a file is wrong: what was found, what was due, and the likely fix.
struct MessageTests {
    @Test(arguments: [
        ("<string>Tom & Jerry</string>", "1:13: error: '&' alone; write &amp; for an & that is text [$]"),
        ("<string>?a=1&b=2</string>", "1:13: error: '&b' without ';'; write &amp; for an & that is text [$]"),
        ("<string>C:\\R&D\\new</string>", "1:13: error: '&D' without ';'; write &amp; for an & that is text [$]"),
        ("<string>a&nbsp;b</string>", "1:10: error: unknown reference '&nbsp;'; that name is HTML's; write &#160; [$]"),
        ("<string>1 < 2</string>", "1:11: error: '<' that begins no tag; write &lt; for a '<' that is text [$]"),
        (
            "<array>\n<string>a\n</array>",
            "3:1: error: </array> where </string> was due, for the <string> in line 2; </string> is missing [$[0]]"
        ),
        (
            "<array>\n<dict>\n",
            "3:1: error: the file ends inside <dict>, which begins in line 2; </dict> is missing, or the file was cut off [$[0]]"
        ),
        (
            "<array>\n<stri",
            "2:1: error: the file ends inside the tag <stri; it may have been cut off [$[0]]"
        ),
        (
            "<array>\n<true",
            "2:1: error: the file ends inside the tag <true; it may have been cut off [$[0]]"
        ),
        (
            "<plist version=“1.0”><true/></plist>",
            "1:16: error: the value of the attribute 'version' is not quoted; write straight quotes (\"), not curly ones [$]"
        ),
        (
            "<?xml version=“1.0”?><true/>",
            "1:1: error: the XML declaration is not written as it must be; write straight quotes (\"), not curly ones [$]"
        ),
        (
            "C:\\Users\\me\\friends.plist",
            "1:1: error: this is the path of a file, not a property list; give the file itself [$]"
        ),
        (
            "<true/>\n<false/>",
            "2:1: error: <false> after the end of the property list; a file holds one property list: put both values into one <array>, or make two files [$]"
        ),
        (
            "<!DOCTYPE html>\n<html></html>",
            "2:1: error: <html> is no element of a property list; this is a web page, not a property list; save the file itself, not the page that shows it [$]"
        ),
        (
            "<!doctype html><html></html>",
            "1:1: error: this is a web page, not a property list; save the file itself, not the page that shows it [$]"
        ),
        (
            "{ name = \"a\"; }",
            "1:1: error: this is an old-style (OpenStep) property list; convert it with: plutil -convert xml1 FILE [$]"
        ),
        (
            "// strings\n\"a\" = \"b\";",
            "1:1: error: this is an old-style (OpenStep) property list; convert it with: plutil -convert xml1 FILE [$]"
        ),
        (
            "{\"name\": \"a\"}",
            "1:1: error: this is JSON, not a property list; convert it with: plutil -convert xml1 FILE [$]"
        ),
        ("[1, 2]", "1:1: error: this is JSON, not a property list; convert it with: plutil -convert xml1 FILE [$]"),
        (
            "<array><strng>a</strng></array>",
            "1:8: error: <strng> is no element of a property list; did you mean <string>? [$[0]]"
        ),
        (
            "<array><int>1</int></array>",
            "1:8: error: <int> is no element of a property list; did you mean <integer>? [$[0]]"
        ),
        (
            "<array><null/></array>",
            "1:8: error: <null> is no element of a property list; a property list has no null; leave the entry out [$[0]]"
        ),
        ("<array><Dict/></array>", "1:8: error: <Dict> is no element of a property list; did you mean <dict>? [$[0]]"),
        (
            "<integer>1.5</integer>",
            "1:10: error: '1.5' is not a whole number from -9223372036854775808 to 18446744073709551615; write <real> for a number with a fraction [$]"
        ),
        (
            "<integer>yes</integer>",
            "1:10: error: 'yes' is not a whole number from -9223372036854775808 to 18446744073709551615; write <true/> or <false/> [$]"
        ),
        (
            "<real>1,5</real>",
            "1:7: error: '1,5' is not a number such as 2.5 or 1e6; write the decimal point as '.' [$]"
        ),
        (
            "<date>2024-05-06</date>",
            "1:7: error: '2024-05-06' is not a date such as 2024-05-06T07:08:09Z; write the time too: T00:00:00Z [$]"
        ),
        ("<true>1</true>", "1:7: error: <true> must be empty; write <true/> [$]"),
        ("", "1:1: error: the file is empty; a property list begins with <?xml or <plist> [$]"),
        (
            "<string>a\u{1B}[31m</string>",
            "1:10: error: the character U+001B, which XML does not allow; remove it; many editors do not show it [$]"
        ),
    ])
    func says(text: String, message: String) {
        #expect(outcome(of: text) == message)
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 0x08, 0x00], "this is a compressed file (gzip), not a property list"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "this is a picture (PNG), not a property list"),
            ([0x50, 0x4B, 0x03, 0x04], "this is a zip archive, not a property list"),
            (Array("bplist".utf8), "the file has only 6 bytes"),
            (Array("bplis".utf8), "this is a binary property list that was cut off"),
        ] as [([UInt8], String)]
    )
    func `other files are named`(bytes: [UInt8], sentence: String) {
        #expect(outcome(of: bytes).contains(sentence))
    }

    @Test func `a finding is one line, whatever the file holds`() {
        let text = outcome(of: "<dict><key>a\nb\u{202E}</key><integer>x\ny\u{85}z\u{2028}</integer></dict>")
        #expect(text.hasSuffix(#"[$["a\nb\u{202E}"]]"#))
        #expect(
            !text.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.value == 0x2028 || $0.value == 0x202E
            }
        )
    }

    @Test func `the file stands before the place`() {
        let error = PropertyListError(line: 3, column: 7, keyPath: "$.a", sentence: "wrong", hint: "right")
        #expect(error.finding(in: "a b.plist") == "a b.plist:3:7: error: wrong; right [$.a]")
        let binary = PropertyListError(line: nil, column: nil, keyPath: nil, sentence: "wrong")
        #expect(binary.finding(in: "a.plist") == "a.plist: error: wrong")
        let warning = PropertyListWarning(line: 1, column: 1, keyPath: "$", sentence: "odd")
        #expect(warning.finding(in: "a.plist") == "a.plist:1:1: warning: odd [$]")
    }

    @Test func `key paths`() {
        var path = PropertyListKeyPath()
        path.push(index: 3)
        path.push(key: "friends")
        path.push(key: "odd \"key\"\\")
        path.push(key: "_a1")
        path.push(key: "1a")
        path.push(key: "名")
        #expect(path.description == #"$[3].friends["odd \"key\"\\"]._a1["1a"]["名"]"#)
        path.pop()
        #expect(path.steps.count == 5)
    }

    @Test func `a value knows where its tag begins`() throws {
        let list = try parse(
            "<?xml version='1.0'?>\n\n<plist>\n <array><true/><!-- a -->\n  <string a='>'>é</string>é<dict/></array></plist>"
                .replacing("é<", with: "<")
        )
        #expect(list.root.position == SourcePosition(line: 4, column: 2))
        #expect(list.root[0]?.position == SourcePosition(line: 4, column: 9))
        #expect(list.root[1]?.position == SourcePosition(line: 5, column: 3))
        #expect(list.root[2]?.position == SourcePosition(line: 5, column: 26))
    }
}
