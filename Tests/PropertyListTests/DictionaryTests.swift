import Bytes
import PropertyList
import Testing

/// Keys, order, and keys that come twice.
struct DictionaryTests {
    @Test func `the last of equal keys counts, at the place of the first`() throws {
        let list = try parse(
            """
            <dict><key>a</key><dict><key>x</key><true/></dict><key>b</key><integer>1</integer>
            <key>a</key><array><integer>2</integer></array><key>c</key><false/>
            <key>a</key><dict><key>y</key><true/></dict></dict>
            """
        )
        #expect(
            tagged(list.root)
                == #"{"dict":[["a",{"dict":[["y",{"bool":true}]]}],["b",{"integer":"1"}],["c",{"bool":false}]]}"#
        )
        #expect(list.root.count == 3)
        #expect(list.root["a"]?["y"]?.bool == true)
        #expect(list.root["a"]?["x"] == nil)
    }

    @Test func `one warning tells of all keys that came twice`() throws {
        let list = try parse(
            """
            <array><true/><dict><key>a</key><true/>
             <key>a</key><true/><key>a</key><true/></dict><dict><key>b</key><true/><key>b</key><true/></dict></array>
            """
        )
        #expect(
            list.warnings.map(\.description) == [
                "2:2: warning: the key 'a' appears again in the same dictionary, and so do 2 more; the last value counts [$[1].a]"
            ]
        )
    }

    @Test(arguments: [2, 8, 9, 100, 5000])
    func `keys are found among many`(count: Int) throws {
        let entries = (0..<count).map { "<key>k\($0)</key><integer>\($0)</integer>" }.joined()
        let list = try parse("<dict>\(entries)<key>k1</key><string>again</string></dict>")
        #expect(list.root.count == count)
        #expect(list.root["k1"]?.string == "again")
        #expect(list.root["k\(count - 1)" as String]?.integer == (count == 2 ? nil : count - 1))
        #expect(Array(list.root.entries).map { $0.value.integer ?? -1 } == (0..<count).map { $0 == 1 ? -1 : $0 })
    }

    @Test func `equal keys are found however they are written`() throws {
        let list = try parse(
            "<dict><key>a;b</key><true/><key>a&#59;b</key><false/><key><![CDATA[a;b]]></key><real>1</real></dict>"
        )
        #expect(tagged(list.root) == #"{"dict":[["a;b",{"real":1.0}]]}"#)
        #expect(list.warnings.count == 1)
    }

    @Test func `different keys are kept, also of one length with the same first, middle and last byte`() throws {
        let list = try parse("<dict><key>abcde</key><true/><key>axcye</key><false/></dict>")
        #expect(list.root.count == 2)
        #expect(list.warnings.isEmpty)
    }

    @Test func `keys compare by scalars, not by what they look like`() throws {
        let list = try parse("<dict><key>é</key><integer>1</integer><key>e\u{301}</key><integer>2</integer></dict>")
        #expect(list.warnings.isEmpty)
        #expect(list.root["\u{E9}" as String]?.integer == 1)
        #expect(list.root["e\u{301}" as String]?.integer == 2)
    }

    @Test func `a key that needed decoding equals one that did not`() throws {
        let list = try parse("<dict><key>a&amp;b</key><true/><key>a<![CDATA[&]]>b</key><false/></dict>")
        #expect(tagged(list.root) == #"{"dict":[["a&b",{"bool":false}]]}"#)
    }
}
