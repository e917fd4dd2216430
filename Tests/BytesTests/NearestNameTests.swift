import Bytes
import Testing

struct NearestNameTests {
    @Test(arguments: [
        ("friedns", "friends"), ("friend", "friends"), ("Friends", "friends"), ("onlien", "online"), ("nmae", "name"),
        ("vpi", "vip"), ("intro", "intro"), ("zzzzzz", nil), ("", nil), ("x", nil),
    ])
    func `finds what was meant`(_ spelling: String, _ meant: String?) {
        #expect(NearestName.of(spelling, among: ["name", "friends", "online", "vip", "intro"]) == meant)
    }

    @Test func `a spelling without end has no neighbour`() {
        let long = String(repeating: "a", count: 100_000)
        #expect(NearestName.of(long, among: [long]) == nil)
    }
}
