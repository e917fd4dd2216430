import Bytes
import Testing

@testable import RosterSite

@Suite struct KeyTests {
    /// The vectors that the authors of FNV publish for 64-bit FNV-1a.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(StaticString, UInt64)]
    )
    func `the hash is FNV-1a`(text: StaticString, hash: UInt64) {
        #expect(StableHash.of(ByteView(text)) == hash)
    }

    /// These stand in addresses that people keep: a change here breaks links.
    @Test(arguments: [
        ("Book club", "book-club"), ("A & B", "a-b"), ("Café ☕️", "cafe"), ("O'Dell & Co", "odell-co"),
        ("Ｗｏｒｋ", "work"), ("Łucja Żak", "lucja-zak"), ("--x--y--", "x-y"), ("Straße 7", "strasse-7"),
        ("A very long name indeed, longer than a key", "a-very-long-name-indeed"),
        ("我的好友", "gpvmwo"), ("大学同学", "gyaiyv"), ("2B", "gpq4qv"), ("A", "gx3ly7"), ("", "g34yyw"),
        ("#", "gjvd54"), ("同学 Tom", "gybw3b"), ("all", "all"),
    ])
    func `a name becomes a key`(name: String, key: String) {
        #expect(made(name) { KeyRules.appendKey(ofName: $0, to: &$1) } == key)
        #expect(KeyRules.isReserved(view(key)) || KeyRules.isKey(view(key)))
    }

    @Test func `composed and decomposed names get one key`() {
        let composed = made("한국 카페 é") { KeyRules.appendHash(of: $0, to: &$1) }
        #expect(composed == made("한국 카페 e\u{301}") { KeyRules.appendHash(of: $0, to: &$1) })
    }

    @Test(arguments: [
        ("team-a", "team-a"), ("Team A", "team-a"), ("10001", "id-10001"), ("007", "id-007"), ("家", "gj7akv"),
    ])
    func `an owner's id becomes a key`(id: String, key: String) {
        #expect(made(id) { KeyRules.appendKey(ofID: $0, to: &$1) } == key)
    }

    @Test(arguments: [
        ("ab", true), ("a-b", true), ("a", false), ("1a", false), ("a-", false), ("-a", false), ("aB", false),
        ("all", false), ("none", false), ("nones", true), ("12", false), ("a_b", false), ("", false),
        ("abcdefghijklmnopqrstuvwx", true), ("abcdefghijklmnopqrstuvwxy", false), ("é1", false),
    ])
    func `keys have a grammar`(text: String, isKey: Bool) {
        #expect(KeyRules.isKey(view(text)) == isKey)
    }

    @Test func `clashes are numbered, and an id is never pushed aside by a name`() {
        var builder = FriendListBuilder()
        for (name, id) in [("Work", ""), ("work", ""), ("Work 2", ""), ("x", "work"), ("All", ""), ("None", "")] {
            builder.beginGroup(name: view(name), id: view(id))
            builder.endGroup()
        }
        builder.makeKeys()
        #expect(builder.repeatedIDs.isEmpty)
        let list = builder.finish(shape: .plain)
        #expect(
            list.groups.map { list.text[$0.key].string } == ["work-2", "work-3", "work-2-2", "work", "all-2", "none-2"]
        )
    }

    @Test func `a numbered key stays within the longest`() {
        var builder = FriendListBuilder()
        for _ in 0..<12 {
            builder.beginGroup(name: ByteView("abcdefghijklmnopqrstuvwx"))
            builder.endGroup()
        }
        builder.makeKeys()
        let list = builder.finish(shape: .plain)
        let keys = list.groups.map { list.text[$0.key].string }
        #expect(keys[1] == "abcdefghijklmnopqrstuv-2")
        #expect(keys[11] == "abcdefghijklmnopqrstu-12")
        #expect(Set(keys).count == 12)
    }

    @Test func `repeated ids are named`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: ByteView("A"), id: ByteView("one"))
        builder.addFriend(name: ByteView("x"), id: ByteView("f1"))
        builder.addFriend(name: ByteView("y"), id: ByteView("f1"))
        builder.endGroup()
        builder.beginGroup(name: ByteView("B"), id: ByteView("one"))
        builder.endGroup()
        builder.makeKeys()
        #expect(builder.repeatedIDs == [.init(group: 1, friend: nil, id: "one"), .init(group: 0, friend: 1, id: "f1")])
    }

    @Test func `keys and aliases are found, and a key beats an alias`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: ByteView("New"), aliases: [ByteView("old"), ByteView("other")])
        builder.endGroup()
        builder.beginGroup(name: ByteView("Other"))
        builder.endGroup()
        builder.makeKeys()
        let keys = builder.finish(shape: .plain).keys
        #expect(keys.match(ByteView("new")) == .key(0))
        #expect(keys.match(ByteView("old")) == .alias(0))
        #expect(keys.match(ByteView("other")) == .key(1))
        #expect(keys.match(ByteView("ne")) == nil)
        #expect(keys.sectionsInKeyOrder == [0, 1])
    }

    @Test func `ten thousand friends of one name get keys of their own`() {
        var builder = FriendListBuilder()
        builder.beginGroup(name: ByteView("G"))
        for _ in 0..<10_000 { builder.addFriend(name: ByteView("Ada Brook")) }
        builder.endGroup()
        builder.makeKeys()
        let list = builder.finish(shape: .plain)
        #expect(Set(list.friends.map { list.key(of: $0) }).count == 10_000)
    }
}
