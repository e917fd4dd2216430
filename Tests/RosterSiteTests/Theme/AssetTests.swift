import Bytes
import HTTP
import Testing

@testable import RosterSite

/// Public files while their smaller codings are being made.
struct AssetTests {
    private static let sheet = SharedBytes(Array(String(repeating: "a { color: red }\n", count: 100).utf8))

    /// The fields of `asset` for who accepts no coding.
    private func fields(of asset: Asset) -> String {
        let head = SharedBytes(Array("GET /a.css HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        var request = HTTPRequest()
        let parser = RequestParser()
        return withExtendedLifetime(head) {
            guard case .complete = parser.parse(head.view, into: &request) else { return "" }
            var body = OutputBuffer()
            let response = asset.plain.respond(to: request, body: &body)
            return response.fields?[response.fieldRange].string ?? ""
        }
    }

    @Test func `caches are told of other codings before there are any`() {
        let asset = Asset(path: "a.css", hash: 1, contentHash: 1, content: Self.sheet)
        let early = fields(of: asset)
        asset.compress()
        #expect(early.contains("Vary: Accept-Encoding\r\n"))
        #expect(early == fields(of: asset))
    }

    @Test func `what is never compressed does not vary`() {
        let picture = Asset(path: "a.png", hash: 1, contentHash: 1, content: Self.sheet)
        let short = Asset(path: "a.css", hash: 1, contentHash: 1, content: SharedBytes(Array("a{}".utf8)))
        #expect(!fields(of: picture).contains("Vary"))
        #expect(!fields(of: short).contains("Vary"))
    }
}
