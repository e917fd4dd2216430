import Bytes
import Testing

@testable import RosterSite

/// The laws of addresses, over lists of every interesting size and many queries, the same in every run.
struct AddressLawTests {
    private static let lists: [AddressGrammar] = [
        listGrammar(["c1", "a1", "b1"], aliases: [("old", 2)]),
        listGrammar(["family", "work", "school"], opened: [1]),
        listGrammar(["only"], opened: [0]),
        listGrammar([]),
        listGrammar(longKeys(64)), listGrammar(longKeys(65)), listGrammar(longKeys(128), opened: [3, 5]),
        listGrammar(longKeys(129)), listGrammar(longKeys(300), opened: Set(0..<100)),
        listGrammar(longKeys(90), opened: Set(0..<90)),
    ]

    private static func longKeys(_ count: Int) -> [String] {
        (0..<count).map { "k\($0 * 7 % 10)-a-rather-long-key-\($0)" }.map { String($0.prefix(24)) }
    }

    private static let pieces = [
        "open=", "open=all", "open=all.", "-", ".", ",", "+", "%2C", "%2E", "&", "&&", "=", "all", "none", "old", "q=",
        "q=x", "&q=x&found=", "&q=x&found=all.-", "found=none",
        "show=online", "sort=vip", "page=", "page=2", "0", "1", "2", "77", "a1", "B1", "c1", "family", "work", "utm=1",
        "%", "%e4",
        "%E8%A5%BF", "西", "\u{0}", "<script>", "'\"", "cols=3", "open=a1.b1", "page=999999999",
        "page=99999999999999999999",
    ]

    private static func query(_ generator: inout SeededGenerator, _ grammar: AddressGrammar) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            if let keys = grammar.keys, keys.count > 0, Bool.random(using: &generator) {
                text += keys.key(of: Int.random(in: 0..<keys.count, using: &generator)).string + "."
            } else if let piece = pieces.randomElement(using: &generator) {
                text += piece
            }
        }
        return text
    }

    @Test(arguments: lists.indices)
    func `any query gives a page, a refusal or one hop to a canonical address`(_ index: Int) throws {
        let grammar = Self.lists[index]
        var generator = SeededGenerator(state: UInt64(index))
        var reader = AddressReader()
        var again = AddressReader()
        for _ in 0..<100_000 {
            let query = Self.query(&generator, grammar)
            let text = SharedBytes(Array(query.utf8))
            guard withExtendedLifetime(text, { (try? reader.read(text.view, grammar: grammar)) != nil }) else {
                continue  // refused: 400 or 414
            }
            let canonical = reader.canonical.view
            #expect(canonical.count <= Limits.emittedQueryBytes)
            let verdict = try again.read(canonical, grammar: grammar)
            let isKept = again.canonical.view == canonical
            #expect(verdict == .serve && isKept, "\(query)")
            let isSame = again.address == reader.address
            #expect(isSame, "\(query)")
            let isWhole = !again.hasUnknownKeys && !again.hasUnknownParts
            #expect(isWhole, "\(query)")
        }
    }

    @Test(arguments: lists.indices)
    func `toggling twice gives the first address again, and toggles commute`(_ index: Int) throws {
        let grammar = Self.lists[index]
        guard let keys = grammar.keys, keys.count > 0 else { return }
        var generator = SeededGenerator(state: UInt64(index) + 100)
        var reader = AddressReader()
        for _ in 0..<2_000 {
            let query = Self.query(&generator, grammar)
            let text = SharedBytes(Array(query.utf8))
            guard withExtendedLifetime(text, { (try? reader.read(text.view, grammar: grammar)) != nil }) else {
                continue  // refused: 400 or 414
            }
            let first = reader.address
            let isSearch = first.isSearch
            let one = UInt32.random(in: 0..<UInt32(keys.count), using: &generator)
            let two = UInt32.random(in: 0..<UInt32(keys.count), using: &generator)
            guard let there = try follow(first, one, grammar) else { continue }
            #expect(there.isOpen(one) != first.isOpen(one))
            #expect(!isSearch || there.open == first.open, "a search leaves alone what is open")
            #expect(try follow(there, one, grammar) == first, "\(query) \(one)")
            guard one != two, let other = try follow(first, two, grammar) else { continue }
            #expect(there.isOpen(two) == first.isOpen(two))
            if let both = try follow(there, two, grammar) { #expect(try follow(other, one, grammar) == both) }
        }
    }

    @Test(arguments: lists.indices)
    func `searching, folding and clearing lead back to what was open`(_ index: Int) throws {
        let grammar = Self.lists[index]
        var generator = SeededGenerator(state: UInt64(index) + 200)
        var reader = AddressReader()
        for _ in 0..<2_000 {
            let text = SharedBytes(Array(Self.query(&generator, grammar).utf8))
            guard withExtendedLifetime(text, { (try? reader.read(text.view, grammar: grammar)) != nil }) else {
                continue
            }
            let before = reader.address.withoutSearch
            var during = before
            during.search = Array("ada".utf8)
            #expect(try read(during, grammar) == during, "the form keeps what is open")
            for sections in [OpenGroups.none, .all] {
                let folded = during.with(everySection: sections)
                #expect(try read(folded, grammar) == folded)
                #expect(folded.withoutSearch == before)
            }
        }
    }

    /// What is read again from the canonical spelling of `address`.
    private func read(_ address: PageAddress, _ grammar: AddressGrammar) throws -> PageAddress {
        var link = OutputBuffer()
        address.appendQuery(to: &link, grammar: grammar)
        var reader = AddressReader()
        let verdict = try reader.read(link.view, grammar: grammar)
        #expect(verdict == .serve && link.view.count <= Limits.emittedQueryBytes, "\(link.view.string)")
        return reader.address
    }

    /// The state behind the toggle link of the section at `rank`, which must be canonical; nil where there is none.
    private func follow(_ address: PageAddress, _ rank: UInt32, _ grammar: AddressGrammar) throws -> PageAddress? {
        var link = OutputBuffer()
        guard address.appendQuery(toggling: rank, to: &link, grammar: grammar) else {
            let isEmpty = link.isEmpty
            #expect(isEmpty)
            return nil
        }
        let text = link.view
        #expect(text.count <= Limits.emittedQueryBytes)
        var reader = AddressReader()
        let verdict = try reader.read(text, grammar: grammar)
        #expect(verdict == .serve, "\(text.string)")
        return reader.address
    }

    @Test func `a list of any size can be opened one by one as far as addresses reach`() throws {
        for grammar in Self.lists {
            guard let keys = grammar.keys else { continue }
            var address = PageAddress()
            address.reset(to: grammar)
            for rank in 0..<UInt32(keys.count) where !address.open.contains(rank) {
                guard let next = try follow(address, rank, grammar) else { break }
                address = next
            }
            let open = (0..<UInt32(keys.count)).count { address.open.contains($0) }
            #expect(open >= min(keys.count, OpenGroups.most))
            if keys.count <= OpenGroups.most * 2 { #expect(open == keys.count) }
        }
    }
}
