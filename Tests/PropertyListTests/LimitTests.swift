import Bytes
import PropertyList
import Testing

/// Limits are kept, and what is within them is read.
struct LimitTests {
    private func nest(_ levels: Int) -> String {
        String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
    }

    @Test func `512 containers and no more`() throws {
        #expect(try parse(nest(512)).root.count == 1)
        #expect(refusal(of: nest(513))?.hasPrefix("1:3585 $[0]") == true)
        #expect(refusal(of: String(repeating: "<array>", count: 512) + "<dict/>")?.hasPrefix("1:3585 $[0]") == true)
        let full = String(repeating: "<array>", count: 512) + "<true/>" + String(repeating: "</array>", count: 512)
        #expect(refusal(of: full) == nil)
        #expect(refusal(of: String(repeating: "<array>", count: 200_000)) != nil)
        #expect(refusal(of: String(repeating: "<dict><key>a</key>", count: 100_000)) != nil)
    }

    @Test func `values are counted, keys are not`() throws {
        let limits = PropertyListLimits(values: 4)
        let three = "<dict><key>a</key><true/><key>b</key><true/><key>c</key><true/></dict>"
        #expect(try parse(three, limits: limits).root.count == 3)
        #expect(outcome(of: "<array>\(three)</array>", limits: limits) == "1:64: error: more than 4 values [$[0].c]")
    }

    @Test func `a key is within the limit, the value after it is not`() {
        let limits = PropertyListLimits(values: 1)
        #expect(outcome(of: "<dict><key>a</key></dict>", limits: limits).hasPrefix("1:19: error: </dict> where"))
        #expect(outcome(of: "<dict><key>a</key><true/></dict>", limits: limits).hasPrefix("1:19: error: more than 1"))
    }

    @Test func `more values than a file of its size mostly holds`() throws {
        let count = 20_000
        let list = try parse("<array>" + String(repeating: "<true/>", count: count) + "</array>")
        #expect(list.root.count == count)
        #expect(list.root[count - 1]?.position == SourcePosition(line: 1, column: 8 + 7 * (count - 1)))
    }

    @Test func `the size of the input is checked first`() {
        let limits = PropertyListLimits(inputBytes: 5)
        #expect(outcome(of: "<true/>", limits: limits) == "error: the file has 7 bytes; the limit is 5 [$]")
    }

    @Test func `a deep document is walked and written without a deep stack`() throws {
        let list = try parse(nest(4000), limits: PropertyListLimits(depth: 4096))
        #expect(tagged(list.root).count == 4000 * 12)
    }
}
