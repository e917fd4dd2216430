import Bytes
import Testing

@testable import RosterSite

/// What keeps a list of a million friends small, and that nothing is lost by it.
@Suite struct SharedTextTests {
    @Test func `a friend takes sixteen bytes`() {
        #expect(MemoryLayout<Friend>.stride == 16)
        #expect(MemoryLayout<FriendDetails>.stride == 16)
    }

    @Test func `the same text has one number, the empty one 0`() {
        var builder = TextPoolBuilder(capacity: 1)
        let numbers = (0..<5000).map { builder.number(of: view("text \($0 % 1000)")) }
        #expect(builder.number(of: .empty) == 0)
        #expect(Set(numbers).count == 1000)
        #expect(builder.count == 1001)
        #expect(builder[numbers[7]].string == "text 7")
        let pool = builder.finish()
        #expect(pool.count == 1001)
        #expect(numbers.indices.allSatisfy { pool[numbers[$0]].string == "text \($0 % 1000)" })
        #expect(pool.bytes.count == (0..<1000).reduce(0) { $0 + "text \($1)".utf8.count })
        #expect(pool[0].isEmpty && pool[1001].isEmpty && pool[.max].isEmpty)
    }

    @Test func `names and intros that many friends have are kept once`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: view("G"))
        for number in 0..<3000 {
            builder.addFriend(name: view("Ada \(number % 3)"), intro: view(number % 2 == 0 ? "on the train" : ""))
        }
        builder.endGroup()
        builder.makeKeys()
        let list = builder.finish(shape: .rich)
        #expect(list.names.count == 4)
        #expect(list.intros.count == 2)
        #expect(list.friends.count == 3000)
        #expect(list.name(of: list.friends[2999]).string == "Ada 2")
        #expect(list.intro(of: list.friends[2998]).string == "on the train")
        #expect(list.intro(of: list.friends[2999]).isEmpty)
        #expect(Set(list.friends.map { list.key(of: $0) }).count == 3000)
        #expect(list.key(of: list.friends[2999]) == "ada-2-1000")
    }

    @Test func `what only some friends have comes back for each of them`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: view("G"))
        for presence in Presence.allCases {
            for isVIP in [false, true] {
                builder.addFriend(name: view("林"), icon: 7, presence: presence, isVIP: isVIP)
                builder.addFriend(
                    name: view("林"),
                    id: view("lin"),
                    icon: .max,
                    presence: presence,
                    isVIP: isVIP,
                    pinyin: view("Lam"),
                    url: view("/lin")
                )
            }
        }
        builder.endGroup()
        builder.makeKeys()
        let list = builder.finish(shape: .rich)
        let expected = Presence.allCases.flatMap { presence in [false, true].map { (presence, $0) } }
        for (place, (presence, isVIP)) in expected.enumerated() {
            let (plain, detailed) = (list.friends[2 * place], list.friends[2 * place + 1])
            #expect(plain.presence == presence && detailed.presence == presence)
            #expect(plain.isVIP == isVIP && detailed.isVIP == isVIP)
            // More pictures than there is room for are none.
            #expect(plain.icon == 7 && detailed.icon == 0)
            #expect(list.pinyin(of: plain).isEmpty && list.url(of: plain).isEmpty)
            #expect(list.pinyin(of: detailed).string == "Lam" && list.url(of: detailed).string == "/lin")
            #expect(list.key(of: detailed) == (place == 0 ? "lin" : "lin-\(place + 1)"))
        }
    }

    @Test func `an id takes its key from a name, also where only the id has details`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: view("G"))
        for (name, id, url) in [
            ("Ada", "", ""), ("Ada", "", "/a"), ("x", "ada", ""), ("All", "", ""), ("All", "", "/b"),
        ] {
            builder.addFriend(name: view(name), id: view(id), url: view(url))
        }
        builder.endGroup()
        builder.makeKeys()
        let list = builder.finish(shape: .rich)
        #expect(list.friends.map { list.key(of: $0) } == ["ada-2", "ada-3", "ada", "all-2", "all-3"])
    }

    @Test(arguments: [
        ("ADA", ["Ada", "ADA LOVE"]), ("love", ["ADA LOVE", "Bob"]), ("bob", ["Bob"]), ("aa", []),
        ("tea", ["Bob", "Ｃarl"]),
        ("carl", ["Ｃarl"]), ("ada love", ["ADA LOVE"]), ("ab", ["a\u{1}b"]), ("cat", ["Ｃarl"]), ("cat tea", ["Ｃarl"]),
    ])
    func `texts that need no folding are found where they stand`(query: String, names: [String]) {
        var builder = FriendListBuilder()
        builder.beginGroup(name: view("#"))
        for (name, intro) in [
            ("Ada", ""), ("ADA LOVE", ""), ("Bob", "LOVE，TEA"), ("Ｃarl", "Tea & cat"), ("a\u{1}b", ""),
        ] {
            builder.addFriend(name: view(name), intro: view(intro))
        }
        builder.endGroup()
        builder.makeKeys()
        let list = builder.finish(shape: .rich)
        let page = Page(name: "p", fileName: "p", content: .friendList(list))
        let found = page.select(FriendQuery(text: view(query))).flatMap(\.friends)
        #expect(found.map { list.name(of: list.friends[$0]).string } == names)
    }

    @Test(
        arguments: [
            (0x6797, false, "lin"), (0x7EFF, false, "lv"), (0x66FE, false, "ceng"), (0x66FE, true, "zeng"),
            (0x5415, true, "lv"), (0x5355, true, "shan"), (0x3400, false, "qiu"), (0x9FFF, false, ""),
            (0x33FF, false, ""),
            (0xA000, true, ""), (0x61, true, ""), (0, false, ""), (.max, true, ""),
        ] as [(UInt32, Bool, String)]
    )
    func `a character has a reading`(scalar: UInt32, asSurname: Bool, reading: String) {
        var letters = OutputBuffer()
        UnicodeText.appendPinyin(of: scalar, asSurname: asSurname, to: &letters)
        #expect(letters.view.string == reading)
    }
}
