import Bytes
import PropertyList
import Testing

/// What XML property lists are read as.
struct XMLValueTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        let value: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ value: String) {
            (self.name, self.text, self.value) = (name, text, value)
        }
    }

    @Test(arguments: [
        Case("no wrapper", "<string>a</string>", #"{"string":"a"}"#),
        Case(
            "attributes everywhere",
            "<plist version='x'><array a='>'><true b=''/></array></plist>",
            #"{"array":[{"bool":true}]}"#
        ),
        Case(
            "a default namespace is an attribute",
            "<plist xmlns='urn:a'><integer>1</integer></plist>",
            #"{"integer":"1"}"#
        ),
        Case("an unbound attribute prefix", "<plist a:b='c'><true/></plist>", #"{"bool":true}"#),
        Case("a DOCTYPE of another name", "<!DOCTYPE html><plist><true/></plist>", #"{"bool":true}"#),
        Case(
            "comments and instructions outside values",
            "<!--a--><?b c?><array><!--d--><?e?></array><!--f-->\n",
            #"{"array":[]}"#
        ),
        Case("comments and instructions in text", "<string>a<!--b-->c<?d?>e</string>", #"{"string":"ace"}"#),
        Case("a comment in a number", "<integer>1<!-- and -->2</integer>", #"{"integer":"12"}"#),
        Case(
            "CDATA in text, key and number",
            "<dict><key>a<![CDATA[<]]></key><array><string>b<![CDATA[&amp;]]>c</string><integer><![CDATA[7]]></integer></array></dict>",
            #"{"dict":[["a<",{"array":[{"string":"b&amp;c"},{"integer":"7"}]}]]}"#
        ),
        Case(
            "text before, between and after comments, sections and references",
            "<array><string><!--a-->b</string><string>c<!--d--></string><string>e<![CDATA[f\r\n]]><!--g-->h&#59;i;</string></array>",
            #"{"array":[{"string":"b"},{"string":"c"},{"string":"ef\nh;i;"}]}"#
        ),
        Case("a reference to what stands before it", "<string>&#59;a&#59;;b</string>", #"{"string":";a;;b"}"#),
        Case(
            "white space between elements, short and long, written and by reference",
            "<array>\r\n \t<true/>                 \n\t\t\t\t\t\t\t\t\t\t<false/>&#32;\r</array>",
            #"{"array":[{"bool":true},{"bool":false}]}"#
        ),
        Case("text is not trimmed", "<string> a\n</string>", #"{"string":" a\n"}"#),
        Case("line ends become line feeds", "<string>a\r\nb\rc\nd\r\re</string>", #"{"string":"a\nb\nc\nd\n\ne"}"#),
        Case("line ends in CDATA too", "<string><![CDATA[a\r\nb\rc]]></string>", #"{"string":"a\nb\nc"}"#),
        Case("a written CR stays", "<string>a&#13;&#10;b&#xD;</string>", #"{"string":"a\r\nb\r"}"#),
        Case(
            "references",
            "<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#0000066;</string>",
            #"{"string":"<>&\"'A😀B"}"#
        ),
        Case("references are read once", "<string>&amp;lt;&#38;#65;</string>", #"{"string":"&lt;&#65;"}"#),
        Case("a reference between Chinese", "<string>好&amp;友</string>", #"{"string":"好&友"}"#),
        Case(
            "normal forms are kept",
            "<array><string>\u{E9}</string><string>e\u{301}</string></array>",
            "{\"array\":[{\"string\":\"\u{E9}\"},{\"string\":\"e\u{301}\"}]}"
        ),
        Case(
            "keys of two normal forms",
            "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>",
            "{\"dict\":[[\"\u{E9}\",{\"bool\":true}],[\"e\u{301}\",{\"bool\":false}]]}"
        ),
        Case(
            "empty text in all forms",
            "<array><string/><string></string><string><!----></string><string><![CDATA[]]></string></array>",
            #"{"array":[{"string":""},{"string":""},{"string":""},{"string":""}]}"#
        ),
        Case("empty keys", "<dict><key/><true/></dict>", #"{"dict":[["",{"bool":true}]]}"#),
        Case(
            "white space in booleans",
            "<array><true> \n</true><false></false></array>",
            #"{"array":[{"bool":true},{"bool":false}]}"#
        ),
        Case(
            "order is kept",
            "<dict><key>z</key><true/><key>a</key><true/></dict>",
            #"{"dict":[["z",{"bool":true}],["a",{"bool":true}]]}"#
        ),
        Case(
            "CF$UID stays a dictionary",
            "<dict><key>CF$UID</key><integer>3</integer></dict>",
            #"{"dict":[["CF$UID",{"integer":"3"}]]}"#
        ),
        Case("]] > in text", "<string>]] ></string>", #"{"string":"]] >"}"#),
    ])
    func reads(_ sample: Case) {
        #expect(outcome(of: sample.text) == sample.value)
        #expect(
            outcome(of: "<plist>\(sample.text)</plist>") == sample.value || sample.text.contains("<plist")
                || sample.text.hasPrefix("<!")
        )
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+7", "7"), ("007", "7"), (" \t\r\n12 \n", "12"), ("0x1F", "31"), ("-0X10", "-16"),
        ("18446744073709551615", "18446744073709551615"), ("-9223372036854775808", "-9223372036854775808"),
        ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"), ("9223372036854775808", "9223372036854775808"),
        ("-0x8000000000000000", "-9223372036854775808"), ("000000000000000000000000000001", "1"),
    ])
    func integers(text: String, value: String) {
        #expect(outcome(of: "<integer>\(text)</integer>") == "{\"integer\":\"\(value)\"}")
    }

    @Test(arguments: [
        "", " ", "1.0", "1e3", "1_000", "１", "1 2", "- 1", "+-1", "0x", "0xG", "x", "12a", "18446744073709551616",
        "1\u{A0}",
        "-9223372036854775809", "0x10000000000000000", "-0x8000000000000001", "0b1", "--1", "+", "\u{2028}1",
    ])
    func `no integer`(text: String) {
        #expect(refusal(of: "<integer>\(text)</integer>") != nil)
    }

    @Test(arguments: [
        ("0", 0.0), ("1.5", 1.5), (".5", 0.5), ("5.", 5), ("+1e2", 100), ("1E-2", 0.01), ("-2.5e+3", -2500),
        ("1e-400", 0),
        ("9007199254740993", 9_007_199_254_740_992),
        ("2.2250738585072011e-308", Double(bitPattern: 0xF_FFFF_FFFF_FFFF)), (" \n7\t", 7),
        ("Inf", .infinity), ("-INFINITY", -.infinity), ("+infinity", .infinity), ("4.9e-324", 0x1p-1074),
    ])
    func reals(text: String, value: Double) throws {
        #expect(try parse("<real>\(text)</real>").root.real?.bitPattern == value.bitPattern)
    }

    @Test func `nan and negative zero`() throws {
        #expect(try parse("<real>-NaN</real>").root.real?.isNaN == true)
        #expect(try parse("<real>-0</real>").root.real?.bitPattern == (-0.0).bitPattern)
    }

    @Test(arguments: [
        "", "1,5", "0x1p3", "1_0", ".", "e5", "1e", "1e+", "1.5f", "1e400", "-1e999", "nan(1)", "infin", "1 .5", "１.５",
        "..1", "1.2.3",
        "- 1", "++1",
    ])
    func `no real`(text: String) {
        #expect(refusal(of: "<real>\(text)</real>") != nil)
    }

    @Test(arguments: [
        ("2001-01-01T00:00:00Z", 0.0), ("1970-01-01T00:00:00Z", -978_307_200),
        ("0000-01-01T00:00:00Z", -63_145_526_400),
        ("9999-12-31T23:59:59Z", 252_423_993_599), ("2000-02-29T12:00:00Z", -26_481_600),
        ("1582-10-10T00:00:00Z", -13_198_032_000),
        (" 2024-02-29T23:59:59Z\n", 730_943_999),
    ])
    func dates(text: String, seconds: Double) throws {
        let date = try parse("<date>\(text)</date>").root.date
        #expect(date?.secondsSince2001 == seconds)
        #expect(date?.description == text.filter { !$0.isWhitespace })
    }

    @Test(arguments: [
        "", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01T00:00:00+00:00", "2024-01-01T00:00:00.5Z",
        "2024-13-01T00:00:00Z",
        "2024-00-01T00:00:00Z", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2024-04-31T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z", "2024-01-01 00:00:00Z",
        "2024-01-01t00:00:00z",
        "02024-01-01T00:00:00Z", "-2024-01-01T00:00:00Z", "2024-1-1T0:0:0Z", "２０２４-01-01T00:00:00Z",
        "2024-01-00T00:00:00Z",
    ])
    func `no date`(text: String) {
        #expect(refusal(of: "<date>\(text)</date>") != nil)
    }

    @Test(arguments: [
        ("", ""), (" \n ", ""), ("QQ==", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("Q U\nJ\tD", "ABC"), ("QQ= \n=", "A"),
        ("QR==", "A"),
        ("QUJDRA==", "ABCD"), ("QU<!-- -->JD", "ABC"), ("<![CDATA[QUJD]]>", "ABC"), ("QUJ&#68;", "ABC"),
    ])
    func data(text: String, value: String) throws {
        let list = try parse("<data>\(text)</data>")
        #expect(list.withRoot { $0.data?.string } == value)
    }

    @Test(arguments: [
        "Q", "QQ", "QQ=", "QUI", "QQ===", "QUJD=", "=", "====", "QQ==QQ==", "QQ=A", "Q=Q=", "QU-_", "QUJD!", "QUJD好",
        "QUJDQ", "Q\u{A0}Q==",
    ])
    func `no base64`(text: String) {
        #expect(refusal(of: "<data>\(text)</data>") != nil)
    }

    @Test func `one text in many pieces`() throws {
        let text = String(repeating: "名&amp;", count: 50_000)
        #expect(try parse("<string>\(text)</string>").root.string == String(repeating: "名&", count: 50_000))
        let section = String(repeating: "a\r\nb好", count: 50_000)
        let value = try parse("<string><![CDATA[\(section)]]></string>").root.string
        #expect(value == String(repeating: "a\nb好", count: 50_000))
    }

    @Test(arguments: [65_520, 65_530, 65_535, 65_536, 65_537, 65_540, 131_072])
    func `no piece of the input is a border`(length: Int) throws {
        let filler = String(repeating: "x", count: length)
        let list = try parse(
            "<array><string>\(filler)</string><string>好&lt;\r\n</string><!-- - --><integer>5</integer></array>"
        )
        #expect(list.withRoot { $0[0]?.text?.count } == length)
        #expect(list.root[1]?.string == "好<\n")
        #expect(list.root[2]?.integer == 5)
    }
}
