import Bytes
import Foundation
import PropertyList
import Testing

@testable import RosterSite

@Suite struct ExportTests {
    private func page(_ body: String, name: String = "friends") throws -> Page {
        let result = ShapeReader.read(try propertyList(body), pageName: name, images: ImageIndex())
        return Page(name: name, fileName: name + ".plist", content: result.content, icons: result.icons)
    }

    private func export(_ page: Page, _ format: ExportFormat, _ selection: [GroupSelection]? = nil) -> String {
        var buffer = OutputBuffer()
        page.export(as: format, selection: selection, into: &buffer)
        return buffer.view.string
    }

    private static let rich = array(
        dict([
            "name": "Family, \"us\"", "id": "fam", "online": "<integer>1</integer>", "opened": "<true/>",
            "aliases": array("old-fam", "kin"),
            "friends": array(
                dict([
                    "name": "Ann &amp; Bob", "intro": "a;b\\c\nnew line", "vip": "<true/>", "status": "away",
                    "icon": "ann",
                    "pinyin": "an", "url": "https://example.invalid/a",
                ]),
                dict(["name": "=1+1", "url": "/here"])
            ),
        ]),
        dict(["name": "None here", "friends": "<array/>"])
    )

    @Test func `a list read, exported as a property list and read again is the same`() throws {
        for body in [Self.rich, array(dict(["group": "学校", "friends": array("小明", "小明")]))] {
            let first = try page(body)
            let text = export(first, .plist)
            let again = ShapeReader.read(try PropertyList.parse(view(text)), pageName: "friends", images: ImageIndex())
            #expect(again.warningTexts.allSatisfy { $0.contains("picture") })
            #expect(again.outlineOfFriends == (try reading(body)).outlineOfFriends)
            let second = Page(name: "friends", fileName: "", content: again.content, icons: again.icons)
            #expect(export(second, .plist) == text)
            #expect(export(second, .json) == export(first, .json))
            #expect(export(second, .csv) == export(first, .csv))
            #expect(export(second, .vcf) == export(first, .vcf))
        }
    }

    @Test func `JSON has the documented keys`() throws {
        let text = export(try page(Self.rich), .json)
        let groups = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(groups.map { $0["name"] as? String } == ["Family, \"us\"", "None here"])
        #expect(groups.first?["id"] as? String == "fam")
        #expect(groups.first?["aliases"] as? [String] == ["kin", "old-fam"])
        #expect(groups.last?["aliases"] == nil)
        #expect(groups.first?["online"] as? Int == 1)
        let friends = try #require(groups.first?["friends"] as? [[String: Any]])
        #expect(friends.first?["intro"] as? String == "a;b\\c\nnew line")
        #expect(friends.first?["vip"] as? Bool == true)
        #expect(friends.last?["vip"] as? Bool == false)
        #expect(friends.last?["status"] == nil)
        #expect(groups.last?["friends"] as? [String] == [])
    }

    @Test func `a table quotes what it must and defuses formulas`() throws {
        #expect(
            export(try page(Self.rich), .csv) == "\u{FEFF}group,name,intro,vip,status,pinyin,url,icon,key\r\n"
                + "\"Family, \"\"us\"\"\",Ann & Bob,\"a;b\\c\nnew line\",1,away,an,https://example.invalid/a,ann,ann-bob\r\n"
                + "\"Family, \"\"us\"\"\",\"'=1+1\",,0,,,/here,,gniq3o\r\n"
        )
    }

    @Test(arguments: [
        ("a", "a"), ("", ""), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("=a", "\"'=a\""), ("+1", "\"'+1\""),
        ("-", "\"'-\""),
        ("@x", "\"'@x\""), ("\tx", "\"'\tx\""), ("a=b", "a=b"), ("好", "好"),
    ])
    func `table fields`(text: String, field: String) {
        #expect(made(text) { $1.append(csvField: $0) } == field)
    }

    @Test func `cards hold what an address book knows`() throws {
        let text = export(try page(Self.rich), .vcf)
        #expect(
            text
                == """
                BEGIN:VCARD
                VERSION:4.0
                FN:Ann & Bob
                N;SORT-AS="an":;Ann & Bob;;;
                UID;VALUE=text:friends/ann-bob
                NOTE:a\\;b\\\\c\\nnew line
                CATEGORIES:Family\\, "us",VIP
                URL:https://example.invalid/a
                END:VCARD
                BEGIN:VCARD
                VERSION:4.0
                FN:=1+1
                UID;VALUE=text:friends/gniq3o
                CATEGORIES:Family\\, "us"
                END:VCARD

                """.replacing("\n", with: "\r\n")
        )
    }

    @Test func `long lines of a card are folded between characters`() throws {
        let name = String(repeating: "好", count: 100)
        let text = export(try page(array(dict(["group": "G", "friends": array(name)]))), .vcf)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(text.replacing("\r\n ", with: "").contains("FN:\(name)\r\n"))
        #expect(!text.contains("\u{FFFD}"))
    }

    @Test func `a filter is honoured`() throws {
        let page = try page(Self.rich)
        let chosen = page.select(FriendQuery(onlineOnly: true), window: .everything)
        #expect(export(page, .csv, chosen).components(separatedBy: "\r\n").count == 3)
        #expect(!export(page, .json, chosen).contains("=1+1"))
        #expect(export(page, .vcf, []) == "")
        let wrong = [
            GroupSelection(group: 9, count: 1, friends: [0]), GroupSelection(group: 0, count: 1, friends: [99, -1]),
        ]
        #expect(export(page, .vcf, wrong) == "")
    }

    @Test func `grids and chats come back as they went`() throws {
        let grid = array(dict(["name": "Tea", "icon": "", "price": "3"]), dict(["name": "Pot", "price": "4"]))
        let chat = array(
            dict(["text": "hi", "time": "1", "type": "0", "name": "me"]),
            dict(["text": "ho", "time": "1", "type": "1"])
        )
        for body in [grid, chat] {
            let page = try page(body)
            let again = ShapeReader.read(
                try PropertyList.parse(view(export(page, .plist))),
                pageName: "x",
                images: ImageIndex()
            )
            #expect(again.products == (try reading(body)).products)
            #expect(again.messages == (try reading(body)).messages)
            #expect((try JSONSerialization.jsonObject(with: Data(export(page, .json).utf8)) as? [Any])?.count == 2)
            #expect(export(page, .csv).components(separatedBy: "\r\n").count == 4)
            #expect(!page.exports(as: .vcf) && export(page, .vcf).isEmpty)
        }
    }

    @Test(arguments: [
        ("friends", "attachment; filename=\"friends.csv\"; filename*=UTF-8''friends.csv"),
        ("好友", "attachment; filename=\"______.csv\"; filename*=UTF-8''%E5%A5%BD%E5%8F%8B.csv"),
        ("a\"b\r\n/c", "attachment; filename=\"a_b___c.csv\"; filename*=UTF-8''a%22b%0D%0A%2Fc.csv"),
        (".x", "attachment; filename=\"_.x.csv\"; filename*=UTF-8''.x.csv"),
    ])
    func `file names are safe`(name: String, field: String) {
        #expect(ExportFormat.csv.contentDisposition(pageName: view(name)) == field)
    }

    @Test(arguments: [
        ("a<b>&\r\n\t", "a<b>&\r\n\t"),
        ("\u{0}x\u{1F}\u{FFFE}\u{FFFF}\u{FFFD}", "\u{FFFD}x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("\u{7F}é", "\u{7F}é"), ("", ""),
    ])
    func `what XML can't hold is replaced`(text: String, written: String) {
        #expect(made(text) { $1.append(cleaningForXML: $0) }.unicodeScalars.elementsEqual(written.unicodeScalars))
    }

    @Test func `an outline goes out in every form`() throws {
        let page = try page(
            dict(["a": array("<integer>1</integer>", dict(["b c": "<true/>"])), "d": "<data>AQI=</data>"])
        )
        #expect(
            export(page, .csv) == "\u{FEFF}path,kind,value\r\n$.a,array,\r\n$.a[0],integer,1\r\n$.a[1],dict,\r\n"
                + "\"$.a[1][\"\"b c\"\"]\",boolean,true\r\n$.d,data,AQI=\r\n"
        )
        #expect(export(page, .json).contains("\"d\": \"AQI=\""))
        #expect(try PropertyList.parse(view(export(page, .plist))).root["a"]?.count == 2)
    }
}
