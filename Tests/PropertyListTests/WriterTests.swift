import Bytes
import PropertyList
import Testing

/// What is written can be read again, value for value.
struct WriterTests {
    private static let everything = """
        <dict><key>text</key><string>a &lt;b&gt; &amp; "c" 'd'\t好😀&#13;</string><key/><string/>
        <key>numbers</key><array><integer>0</integer><integer>-1</integer><integer>255</integer><integer>256</integer>
        <integer>65536</integer><integer>4294967296</integer><integer>-9223372036854775808</integer>
        <integer>18446744073709551615</integer><real>0.1</real><real>-0</real><real>1e300</real><real>nan</real><real>-inf</real></array>
        <key>empty</key><array><array/><dict/><data/></array><key>yes</key><true/><key>no</key><false/>
        <key>date</key><date>0000-02-29T23:59:59Z</date>
        <key>data</key><data>\(String(repeating: "QUJD", count: 60))QQ==</data>
        <key>many</key><array>\(String(repeating: "<string>same</string>", count: 300))</array></dict>
        """

    @Test func `XML is read again as it was`() throws {
        let list = try parse(Self.everything)
        var output = OutputBuffer()
        try list.root.writeXML(into: &output)
        #expect(outcome(of: output.view.array) == tagged(list.root))
    }

    @Test func `binary is read again as it was, equal values once`() throws {
        let list = try parse(Self.everything)
        var output = OutputBuffer()
        list.root.writeBinary(into: &output)
        #expect(outcome(of: output.view.array) == tagged(list.root))
        let size = output.count
        #expect(size < 1500)
    }

    @Test func `more than 65,535 objects take wider references`() throws {
        let list = try parse("<array>\((0..<70_000).map { "<integer>\($0)</integer>" }.joined())</array>")
        var output = OutputBuffer()
        list.root.writeBinary(into: &output)
        #expect(outcome(of: output.view.array) == tagged(list.root))
    }

    @Test func `XML looks as Apple's tools write it`() throws {
        let list = try parse(
            "<dict><key>a</key><array><string>b&amp;</string><true/></array><key>c</key><dict/><key>d</key><data>QUJD</data></dict>"
        )
        var output = OutputBuffer()
        try list.root.writeXML(into: &output)
        #expect(
            output.view.string == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \t<key>a</key>
                \t<array>
                \t\t<string>b&amp;</string>
                \t\t<true/>
                \t</array>
                \t<key>c</key>
                \t<dict/>
                \t<key>d</key>
                \t<data>
                \tQUJD
                \t</data>
                </dict>
                </plist>

                """
        )
    }

    @Test(arguments: [[0x51, 0x08], [0x61, 0xFF, 0xFE], [0x61, 0xFF, 0xFF], [0x51, 0x00]] as [[UInt8]])
    func `what XML cannot hold is not written`(text: [UInt8]) throws {
        let list = try parse(BinarySample(text).bytes)
        var output = OutputBuffer()
        #expect(throws: XMLPropertyListWriter.UnwritableCharacter.self) { try list.root.writeXML(into: &output) }
        let size = output.count
        #expect(size == 0)
    }

    @Test func `a uid becomes a dictionary in XML and stays one in binary`() throws {
        let list = try parse(BinarySample([0xA1, 1], [0x81, 1, 0]).bytes)
        var xml = OutputBuffer()
        var binary = OutputBuffer()
        try list.root.writeXML(into: &xml)
        list.root.writeBinary(into: &binary)
        #expect(outcome(of: xml.view.array) == #"{"array":[{"dict":[["CF$UID",{"integer":"256"}]]}]}"#)
        #expect(outcome(of: binary.view.array) == #"{"array":[{"uid":"256"}]}"#)
    }

    @Test func `JSON keeps order and escapes`() throws {
        let list = try parse(
            "<dict><key>z\"</key><string>a\\\n\t好</string><key>a</key><array><integer>1</integer><real>2.5</real><real>nan</real><true/></array><key>e</key><array/><key>d</key><date>2024-05-06T07:08:09Z</date></dict>"
        )
        var lines = OutputBuffer()
        var line = OutputBuffer()
        list.root.writeJSON(into: &lines)
        list.root.writeJSON(into: &line, isIndented: false)
        #expect(
            line.view.string == #"{"z\"":"a\\\n\t好","a":[1,2.5,"nan",true],"e":[],"d":"2024-05-06T07:08:09Z"}"# + "\n"
        )
        #expect(
            lines.view.string == #"""
                {
                  "z\"": "a\\\n\t好",
                  "a": [
                    1,
                    2.5,
                    "nan",
                    true
                  ],
                  "e": [],
                  "d": "2024-05-06T07:08:09Z"
                }

                """#
        )
    }

    @Test func `tagged JSON keeps kinds apart`() throws {
        let list = BinarySample(
            [0xD1, 1, 2],
            [0x51, 0x01],
            [0xA3, 3, 4, 5],
            [0x80, 1],
            [0x22, 0x3E, 0, 0, 0],
            [0x41, 0xFF]
        )
        #expect(
            outcome(of: list.bytes) == #"{"dict":[["\u0001",{"array":[{"uid":"1"},{"real":0.125},{"data":"/w=="}]}]]}"#
        )
    }

    @Test(arguments: [
        (0.5, "2001-01-01T00:00:00.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"), (700_000_000.1, "2023-03-08T20:26:40.1Z"),
        (1e-7, "2001-01-01T00:00:00.0000001Z"), (-700_000_000.1, "1978-10-27T03:33:19.9Z"),
        (252_423_993_599, "9999-12-31T23:59:59Z"),
    ])
    func `fractions of a second are as short as they can be`(seconds: Double, text: String) {
        let object = [0x33] + BinarySample.bigEndian(seconds.bitPattern, 8)
        #expect(outcome(of: BinarySample(object).bytes) == "{\"date\":\"\(text)\"}")
    }

    @Test func `an XML document can be written part by part`() throws {
        var writer = XMLPropertyListWriter(appendingTo: OutputBuffer())
        writer.beginDictionary(count: 2)
        writer.key("a")
        writer.beginArray(count: 2)
        writer.string("b")
        writer.integer(7)
        writer.end()
        writer.key("c")
        writer.boolean(true)
        writer.end()
        let output = try writer.finish()
        #expect(
            outcome(of: output.view.array)
                == #"{"dict":[["a",{"array":[{"string":"b"},{"integer":"7"}]}],["c",{"bool":true}]]}"#
        )
    }
}
