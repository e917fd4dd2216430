import Bytes
import Testing

@testable import RosterSite

/// Strings with a form for one and a form for others.
struct CountedStringTests {
    private struct Refusal: CustomTestStringConvertible {
        let words: [String: String]
        let sentence: String
        var testDescription: String { sentence }
    }

    private func strings(_ words: [String: String]) throws -> Strings {
        let entries = words.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key><string>\($0.value)</string>" }
        let bytes = SharedBytes(Array("<plist><dict>\(entries.joined())</dict></plist>".utf8))
        return try Strings(language: "en", file: "en.plist", bytes: bytes)
    }

    private func localised(_ words: [String: String], _ source: String) throws -> String {
        try Localiser(strings: strings(words)) { _ in nil }.localise(source, file: "page.mustache")
    }

    @Test func `the number that a string names decides between its forms`() throws {
        let words = ["items.one": "{{count}} item", "items.other": "{{count}} items"]
        #expect(
            try localised(words, "({{t.items}})")
                == "({{#countIsOne}}{{count}} item{{/countIsOne}}{{^countIsOne}}{{count}} items{{/countIsOne}})"
        )
        #expect(try localised(["items.other": "{{count}} 项"], "({{t.items}})") == "({{count}} 项)")
        #expect(try strings(words).names == ["items"])
    }

    @Test(arguments: [
        Refusal(
            words: ["items.few": "x", "items.other": "{{n}}"],
            sentence: "en.plist: error: the forms of a counted string are 'one' and 'other' [$[\"items.few\"]]",
        ),
        Refusal(
            words: ["items.one": "{{n}}"],
            sentence:
                "en.plist: error: 'items' needs the form 'items.other', and none without an ending [$[\"items.one\"]]",
        ),
        Refusal(
            words: ["items": "x", "items.other": "{{n}}"],
            sentence:
                "en.plist: error: 'items' needs the form 'items.other', and none without an ending [$[\"items.other\"]]",
        ),
        Refusal(
            words: ["items.one": "one", "items.other": "many"],
            sentence:
                "en.plist: error: 'items.other' names no number, like {{count}}, that decides [$[\"items.one\"]]",
        ),
    ])
    private func `forms that nothing would choose are refused`(_ sample: Refusal) throws {
        let error = try #require(throws: ThemeError.self) { try strings(sample.words) }
        #expect(error.description == sample.sentence)
    }

    @Test func `pages count in both languages`() throws {
        let site = try TestSite([
            "one.plist": "<plist><array><dict><key>group</key><string>G</string><key>id</key><string>gg</string>"
                + "<key>friends</key><array><string>Al</string></array></dict></array></plist>",
            "two.plist":
                "<plist><dict><key>list</key><array><string>a</string></array><key>d</key><data>AA==</data></dict></plist>",
        ])
        #expect(try site.get("/").text.contains("1 group, 1 friend<"))
        #expect(try site.get("/", fields: ["Accept-Language: zh"]).text.contains("1 个分组，1 人<"))
        #expect(try site.get("/one?q=al").text.contains("1 matches"))
        #expect(try site.get("/one?open=all").text.contains("Only 1 ›"))
        let outline = try site.get("/two?open=all").text
        #expect(outline.contains("1 item<") && outline.contains("1 byte<"))
    }
}
