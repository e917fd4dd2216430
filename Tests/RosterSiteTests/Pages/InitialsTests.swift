import Bytes
import Testing

@testable import RosterSite

@Suite struct InitialsTests {
    @Test(arguments: [
        ("Ada Brook", "AB"), ("ada", "A"), ("  ada\tM. brook\n", "AB"), ("ada 9", "A"), ("9 ada", "9"), ("林小满", "林"),
        ("林 Ada", "林"), ("Ada 林", "A林"), ("", "?"), (" \r\n ", "?"), ("élan vital", "É"), ("ﬁn", "FI"), ("ß", "SS"),
        ("👩‍👩‍👧 x", "👩‍👩‍👧"), ("a\u{301}b c", "Á"), ("Ada\u{3000}Brook", "AB"), ("Ada élan", "AÉ"), ("- x", "-"),
        ("x - y", "XY"),
        ("x -", "X"), ("\u{1F}a b", "\u{1F}"), ("ゆき 森", "ゆ"),
    ])
    func `initials are whole characters`(name: String, initials: String) {
        #expect(made(name) { Initials.append(of: $0, to: &$1) } == initials)
    }
}
