import Bytes

@testable import RosterSite

/// Section keys from strings, for tests.
func sectionKeys(_ names: [String], aliases: [(String, Int)] = [], opened: Set<Int> = []) -> SectionKeys {
    var arena = ByteArena()
    let keys = names.map { arena.add($0) }
    let older = aliases.map { (arena.add($0.0), $0.1) }
    let text = arena.freeze()
    let index = KeyIndex(text: text, keys: keys, aliases: older.map { (alias: $0.0, group: $0.1) })
    return SectionKeys(text: text, keys: keys, index: index) { opened.contains($0) }
}

/// A list whose addresses may say everything, over the keys given.
func listGrammar(_ names: [String], aliases: [(String, Int)] = [], opened: Set<Int> = []) -> AddressGrammar {
    AddressGrammar(
        keys: sectionKeys(names, aliases: aliases, opened: opened),
        searches: true,
        hasPresence: true,
        hasVIPs: true,
        sorts: true,
    )
}

/// What became of a query.
struct Reading: Equatable {
    var verdict: AddressVerdict
    var canonical: String
    var hasUnknownKeys = false
    var hasUnknownParts = false
}

/// Reads `query` as an address of a page of `grammar`.
func read(_ query: String, _ grammar: AddressGrammar) throws -> Reading {
    var reader = AddressReader()
    let bytes = SharedBytes(Array(query.utf8))
    let verdict = try withExtendedLifetime(bytes) { try reader.read(bytes.view, grammar: grammar) }
    return Reading(
        verdict: verdict,
        canonical: reader.canonical.view.string,
        hasUnknownKeys: reader.hasUnknownKeys,
        hasUnknownParts: reader.hasUnknownParts,
    )
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
