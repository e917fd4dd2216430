import Bytes
import Testing

@testable import RosterSite

/// One query against a list of the sections c, a, b (in file order), with the alias `old` for b.
private struct Sample: CustomTestStringConvertible {
    let query: String
    let expected: Reading
    let testDescription: String

    init(_ query: String, _ verdict: AddressVerdict, _ canonical: String, keys: Bool = false, parts: Bool = false) {
        self.query = query
        expected = Reading(verdict: verdict, canonical: canonical, hasUnknownKeys: keys, hasUnknownParts: parts)
        testDescription = query
    }
}

struct AddressReaderTests {
    private let list = listGrammar(["c1", "a1", "b1"], aliases: [("old", 2)])

    @Test(arguments: [
        Sample("", .serve, ""),
        Sample("open=a1", .serve, "open=a1"),
        Sample("open=a1.b1", .serve, "open=a1.b1"),
        Sample("open=b1.a1", .redirectForGood, "open=a1.b1"),
        Sample("open=a1.a1", .redirectForGood, "open=a1"),
        Sample("open=A1", .redirectForGood, "open=a1"),
        Sample("open=a1,b1", .redirectForGood, "open=a1.b1"),
        Sample("open=a1%2Cb1", .redirectForGood, "open=a1.b1"),
        Sample("open=a1+b1", .redirectForGood, "open=a1.b1"),
        Sample("open=a1%2Eb1", .redirectForGood, "open=a1.b1"),
        Sample("open=.a1..b1.", .redirectForGood, "open=a1.b1"),
        Sample("%6fpen=a1", .redirectForGood, "open=a1"),
        Sample("open=old", .redirectForGood, "open=b1"),
        Sample("open=", .redirectForGood, ""),
        Sample("open", .redirectForGood, ""),
        Sample("open=none", .redirectForGood, ""),
        Sample("open=none.a1", .redirectForGood, "open=a1"),
        Sample("open=all", .serve, "open=all"),
        Sample("open=ALL", .redirectForGood, "open=all"),
        Sample("open=a1.all", .redirectForGood, "open=all"),
        Sample("open=all.-b1", .serve, "open=all.-b1"),
        Sample("open=-b1.all", .redirectForGood, "open=all.-b1"),
        Sample("open=all.-c1.-a1", .redirectForGood, "open=all.-a1.-c1"),
        Sample("open=a1.-b1", .redirectForGood, "open=a1"),
        Sample("open=a1.b1.c1", .serve, "open=a1.b1.c1"),
        Sample("open=0", .redirectForNow, "open=c1"),
        Sample("open=0,2", .redirectForNow, "open=b1.c1"),
        Sample("open=0.a1", .redirectForNow, "open=a1.c1"),
        Sample("open=all.-0", .redirectForNow, "open=all.-c1"),
    ])
    private func `open is read`(_ sample: Sample) throws {
        #expect(try read(sample.query, list) == sample.expected)
    }

    @Test(arguments: [
        Sample("open=zz", .serve, "", keys: true),
        Sample("open=a1.zz", .serve, "open=a1", keys: true),
        Sample("open=b1.zz.a1", .serve, "open=a1.b1", keys: true),
        Sample("open=3", .serve, "", keys: true),
        Sample("open=99999999999999999999", .serve, "", keys: true),
        Sample("open=%3Cscript%3E", .serve, "", keys: true),
        Sample("utm_source=x", .serve, "", parts: true),
        Sample("open=a1&utm_source=x", .serve, "open=a1", parts: true),
        Sample("utm_source=x&open=b1.a1", .redirectForGood, "open=a1.b1", parts: true),
        Sample("cols=3", .serve, "", parts: true),
        Sample("show=all", .serve, "", parts: true),
        Sample("sort=shoe", .serve, "", parts: true),
        Sample("page=0", .serve, "", parts: true),
        Sample("page=-1", .serve, "", parts: true),
        Sample("page=1e3", .serve, "", parts: true),
    ])
    private func `what is not known is passed over`(_ sample: Sample) throws {
        #expect(try read(sample.query, list) == sample.expected)
    }

    @Test(arguments: [
        Sample("q=x&open=a1", .redirectForGood, "open=a1&q=x"),
        Sample("page=2&open=a1", .redirectForGood, "open=a1&page=2"),
        Sample("open=a1&open=b1", .redirectForGood, "open=a1"),
        Sample("page=1", .redirectForGood, ""),
        Sample("page=02", .redirectForGood, "page=2"),
        Sample("open=a1&", .redirectForGood, "open=a1"),
        Sample("&open=a1", .redirectForGood, "open=a1"),
        Sample("q=&show=&sort=", .redirectForGood, ""),
        Sample("open=a1&q=&show=online&sort=", .redirectForGood, "open=a1&show=online"),
        Sample("show=ONLINE", .redirectForGood, "show=online"),
        Sample("show=online&sort=vip&page=3", .serve, "show=online&sort=vip&page=3"),
    ])
    private func `parameters have one order and no empty values`(_ sample: Sample) throws {
        #expect(try read(sample.query, list) == sample.expected)
    }

    @Test(arguments: [
        Sample("q=ann", .serve, "q=ann"),
        Sample("q=%E8%A5%BF%E9%97%A8", .serve, "q=%E8%A5%BF%E9%97%A8"),
        Sample("q=%e8%a5%bf", .redirectForGood, "q=%E8%A5%BF"),
        Sample("q=西门", .redirectForGood, "q=%E8%A5%BF%E9%97%A8"),
        Sample("q=two+words", .serve, "q=two+words"),
        Sample("q=two%20words", .redirectForGood, "q=two+words"),
        Sample("q=+two++words+", .redirectForGood, "q=two+words"),
        Sample("q=%00a%09b", .redirectForGood, "q=a+b"),
        Sample("q=+", .redirectForGood, ""),
        Sample("q=~", .redirectForGood, "q=%7E"),
        Sample("q=a%26b%3Dc", .serve, "q=a%26b%3Dc"),
    ])
    private func `a search is spelled as forms spell it`(_ sample: Sample) throws {
        #expect(try read(sample.query, list) == sample.expected)
    }

    @Test(arguments: [
        Sample("open=all&q=x", .serve, "open=all&q=x"),
        Sample("open=all.-a1&q=x", .serve, "open=all.-a1&q=x"),
        Sample("open=a1.b1&q=x", .serve, "open=a1.b1&q=x"),
        Sample("open=b1.a1&q=x", .redirectForGood, "open=a1.b1&q=x"),
        Sample("open=none&q=x", .redirectForGood, "q=x"),
        Sample("open=a1&q=", .redirectForGood, "open=a1"),
        Sample("open=a1&q=x&found=all.-b1", .serve, "open=a1&q=x&found=all.-b1"),
        Sample("q=x&found=none", .serve, "q=x&found=none"),
        Sample("q=x&found=b1.a1", .redirectForGood, "q=x&found=a1.b1"),
        Sample("q=x&found=all", .redirectForGood, "q=x"),
        Sample("q=x&found=", .redirectForGood, "q=x"),
        Sample("found=all.-b1&q=x", .redirectForGood, "q=x&found=all.-b1"),
        Sample("q=x&found=0", .redirectForNow, "q=x&found=c1"),
        Sample("q=x&found=old", .redirectForGood, "q=x&found=b1"),
        Sample("q=x&found=all.-zz", .serve, "q=x", keys: true),
        Sample("open=zz&q=x&found=a1", .serve, "q=x&found=a1", keys: true),
        Sample("found=a1", .redirectForGood, ""),
        Sample("open=a1&found=b1&show=online", .redirectForGood, "open=a1&show=online"),
    ])
    private func `a search keeps what is open, and folds apart from it`(_ sample: Sample) throws {
        #expect(try read(sample.query, list) == sample.expected)
    }

    @Test func `the owner's default needs no address and none is spelled out`() throws {
        let list = listGrammar(["a1", "b1", "c1"], opened: [0, 2])
        #expect(try read("open=a1.c1", list) == Reading(verdict: .redirectForGood, canonical: ""))
        #expect(try read("open=none", list) == Reading(verdict: .serve, canonical: "open=none"))
        #expect(try read("open=none.zz", list).canonical == "open=none")
        #expect(try read("open=all", list) == Reading(verdict: .serve, canonical: "open=all"))
    }

    @Test func `parameters count only where the page has them`() throws {
        let plain = AddressGrammar(keys: sectionKeys(["a1"]))
        let reading = Reading(verdict: .serve, canonical: "", hasUnknownParts: true)
        for query in ["q=x", "found=a1", "show=online", "sort=vip", "sort=online"] {
            #expect(try read(query, plain) == reading)
        }
        let grid = AddressGrammar(hasColumns: true, columns: .fixed(5))
        #expect(try read("cols=5", grid) == Reading(verdict: .redirectForGood, canonical: ""))
        #expect(try read("cols=AUTO&page=2", grid) == Reading(verdict: .redirectForGood, canonical: "cols=auto&page=2"))
        #expect(try read("cols=12", grid) == Reading(verdict: .serve, canonical: "cols=12"))
        for query in ["cols=0", "cols=13", "cols=x", "open=a1"] { #expect(try read(query, grid) == reading) }
    }

    @Test(arguments: ["%", "open=%2", "open=%zz", "q=%ff", "q=%c0%80", "q=%ed%a0%80", "x=%80", "%ff=1"])
    func `bad percent-encoding and bad UTF-8 are refused`(_ query: String) {
        #expect(throws: AddressError.malformed) { try read(query, list) }
    }

    @Test func `a query may be 2,048 bytes long`() throws {
        let room = Limits.queryBytes - 2
        #expect(try read("x=" + String(repeating: "y", count: room), list).verdict == .serve)
        #expect(throws: AddressError.tooLong) { try read("x=" + String(repeating: "y", count: room + 1), list) }
    }
}
