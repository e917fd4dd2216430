import Bytes
import Testing

@testable import RosterSite

@Suite struct SearchTests {
    private let page: Page

    init() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: ByteView("我的好友"))
        builder.addFriend(name: ByteView("林小满"), intro: ByteView("今天 Sunny"), presence: .online)
        builder.addFriend(name: ByteView("吕绿"), presence: .offline)
        builder.addFriend(name: ByteView("曾一"), presence: .away, isVIP: true)
        builder.endGroup()
        builder.beginGroup(name: ByteView("Work friends"))
        builder.addFriend(name: ByteView("Zoë Weiß"), presence: .busy)
        builder.addFriend(name: ByteView("Łucja Ｋowal"), presence: .unknown, isVIP: true)
        builder.addFriend(name: ByteView("ada brook 10"), presence: .offline)
        builder.addFriend(name: ByteView("Ada Brook 9"), presence: .online)
        builder.addFriend(name: ByteView("老王"), pinyin: ByteView("Lao Wong"))
        builder.endGroup()
        builder.beginGroup(name: ByteView("Empty"))
        builder.endGroup()
        builder.makeKeys()
        page = Page(name: "p", fileName: "p.plist", content: .friendList(builder.finish(shape: .rich)))
    }

    /// The names selected, a text a group.
    private func names(_ query: FriendQuery, window: SelectionWindow = SelectionWindow()) -> [String] {
        guard case .friendList(let list) = page.content else { return [] }
        return page.select(query, window: window).map { selection in
            let names = selection.friends.map { list.name(of: list.friends[$0]).string }
            return "\(list.text[list.groups[selection.group].name].string) \(selection.count): "
                + names.joined(separator: ", ")
        }
    }

    private func found(_ text: String) -> [String] {
        guard case .friendList(let list) = page.content else { return [] }
        return page.select(FriendQuery(text: view(text))).flatMap {
            $0.friends.map { list.name(of: list.friends[$0]).string }
        }
    }

    @Test(arguments: [
        ("林", ["林小满"]), ("linxiaoman", ["林小满"]), ("LXM", ["林小满"]), ("lin xiao", ["林小满"]), ("sunny", ["林小满"]),
        ("sunny 林", ["林小满"]), ("lvlv", ["吕绿"]), ("lulu", ["吕绿"]), ("zengyi", ["曾一"]), ("cengyi", ["曾一"]),
        ("zoe", ["Zoë Weiß"]), ("ZOË", ["Zoë Weiß"]), ("weiss", ["Zoë Weiß"]), ("lucja kowal", ["Łucja Ｋowal"]),
        ("ｌｕｃｊａ", ["Łucja Ｋowal"]), ("zw", ["Zoë Weiß"]), ("brook 9", ["Ada Brook 9"]), ("laowong", ["老王"]),
        ("lw", ["老王"]), ("laowang", ["老王"]), ("nobody", []), ("brook nobody", []), ("\n", ["林小满", "吕绿", "曾一"] + work),
        ("wodehaoyou", ["林小满", "吕绿", "曾一"]), ("wdhy", ["林小满", "吕绿", "曾一"]), ("好友 林", ["林小满"]),
        ("work", work), ("WORK ada", ["ada brook 10", "Ada Brook 9"]), ("小满今", []),
    ])
    func `friends are found by name, intro, group, pinyin and initials`(text: String, names: [String]) {
        #expect(found(text) == names)
    }

    private static let work = ["Zoë Weiß", "Łucja Ｋowal", "ada brook 10", "Ada Brook 9", "老王"]

    @Test func `groups without a match are left out of a search, and counts tell all`() {
        #expect(
            names(FriendQuery(text: view("brook")), window: SelectionWindow(rowLimit: 1)) == [
                "Work friends 2: ada brook 10"
            ]
        )
        #expect(
            names(FriendQuery(text: view("brook")), window: SelectionWindow(groupOffset: 1)) == ["Work friends 2: "]
        )
        #expect(
            names(FriendQuery(), window: SelectionWindow(groups: 1..<9, groupLimit: 1, rowOffset: 3, rowLimit: 9)) == [
                "Work friends 5: Ada Brook 9, 老王", "Empty 0: ",
            ]
        )
    }

    @Test func `who is not online can be hidden`() {
        #expect(
            names(FriendQuery(onlineOnly: true)) == [
                "我的好友 2: 林小满, 曾一", "Work friends 2: Zoë Weiß, Ada Brook 9", "Empty 0: ",
            ]
        )
        #expect(names(FriendQuery(text: view("wdhy"), onlineOnly: true, sort: .name)) == ["我的好友 2: 林小满, 曾一"])
    }

    @Test func `friends are sorted within their group`() {
        #expect(
            names(FriendQuery(sort: .online)) == [
                "我的好友 3: 林小满, 曾一, 吕绿", "Work friends 5: Ada Brook 9, Zoë Weiß, Łucja Ｋowal, ada brook 10, 老王",
                "Empty 0: ",
            ]
        )
        #expect(
            names(FriendQuery(sort: .vip)) == [
                "我的好友 3: 曾一, 林小满, 吕绿", "Work friends 5: Łucja Ｋowal, Zoë Weiß, ada brook 10, Ada Brook 9, 老王",
                "Empty 0: ",
            ]
        )
        #expect(
            names(FriendQuery(sort: .name)) == [
                "我的好友 3: 林小满, 吕绿, 曾一", "Work friends 5: Ada Brook 9, ada brook 10, 老王, Łucja Ｋowal, Zoë Weiß",
                "Empty 0: ",
            ]
        )
    }

    @Test(arguments: [-1, .min, .max]) func `no window traps`(number: Int) {
        let window = SelectionWindow(groupOffset: number, groupLimit: number, rowOffset: number, rowLimit: number)
        for sort in FriendSort.allCases {
            #expect(page.select(FriendQuery(sort: sort), window: window).map(\.count) == [3, 5, 0])
        }
    }

    @Test func `every friend found by a plain scan is found, and no other`() {
        var builder = FriendListBuilder()
        var numbers = SystemRandomNumberGenerator()
        var texts: [String] = []
        for _ in 0..<20 {
            builder.beginGroup(name: ByteView("#"))
            for _ in 0..<Int.random(in: 0..<60, using: &numbers) {
                let text = String((0..<Int.random(in: 0..<9)).map { _ in "abc".randomElement() ?? "a" })
                texts.append(text)
                builder.addFriend(name: view(text))
            }
            builder.endGroup()
        }
        builder.makeKeys()
        let page = Page(name: "p", fileName: "p", content: .friendList(builder.finish(shape: .plain)))
        for query in ["a", "ab", "abc", "ca", "cc", "b a", "aaaa"] {
            let expected = texts.indices.filter { index in
                query.split(separator: " ").allSatisfy { texts[index].contains($0) }
            }
            #expect(page.select(FriendQuery(text: view(query)), window: .everything).flatMap(\.friends) == expected)
        }
    }

    @Test(arguments: [
        ("Straße", "strasse"), ("ÀÉÎ", "aei"), ("Œuvre", "oeuvre"), ("ﬁn", "fin"), ("Ⅷ", "viii"), ("İ", "i"),
        ("ǅ", "dz"),
        ("が", "か\u{3099}"), ("ﾊﾟ", "ハ\u{309A}"), ("ὈΔΥΣΣΕΎΣ", "οδυσσευσ"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
        ("हिन्दी", "हिन्दी"),
        ("한글", "한글"), ("a\u{200B}b", "ab"), ("", ""), ("\u{FDFA}", "صلى الله عليه وسلم"),
    ])
    func `case, width, compatibility forms and marks are folded`(text: String, folded: String) {
        var expected = OutputBuffer()
        UnicodeText.appendFolded(view(folded), to: &expected)
        #expect(UnicodeText.folded(text).unicodeScalars.elementsEqual(expected.view.string.unicodeScalars))
        #expect(text.isEmpty || !UnicodeText.folded(text).isEmpty)
    }

    @Test func `bytes that are no text fold to something`() {
        for bytes in [[0xFF], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]] as [[UInt8]] {
            var buffer = OutputBuffer()
            unsafe bytes.withUnsafeBytes { unsafe UnicodeText.appendFolded(ByteView($0), to: &buffer) }
            #expect(buffer.view.isUTF8 && !buffer.isEmpty)
        }
    }

    @Test(arguments: [
        ("a2", "a10"), ("张三", "张三丰"), ("啊", "b"), ("北京", "beta"), ("西门", "夏天"), ("a007", "a8"), ("Z", "Ω"),
    ])
    func `one name sorts before another`(first: String, second: String) {
        var folding = FoldedText()
        var (one, other) = ("", "")
        for (name, isFirst) in [(first, true), (second, false)] {
            var key = OutputBuffer()
            folding.append(sortKeyOf: view(name), to: &key)
            if isFirst { one = key.view.string } else { other = key.view.string }
        }
        #expect(one.utf8.lexicographicallyPrecedes(other.utf8))
    }
}
