import Bytes
import HTTP

/// A site with a page, an asset, something large, an echo of what the server knows of the client, and below `/slow/` what
/// the test makes while requests wait.
final class TestSite: Responder {
    private let asset: StaticResource
    private let large: SharedBytes
    private let fields: SharedBytes
    private let workshop: TestWorkshop

    init(_ workshop: TestWorkshop) {
        self.workshop = workshop
        let description = StaticResource.Description(
            mediaType: "text/css; charset=utf-8",
            revision: "r1",
            cacheControl: "public, max-age=60"
        )
        asset = StaticResource(SharedBytes(Array("a { b: c; d: e }".utf8)), description)
        large = Self.largeContent
        var lines = OutputBuffer()
        lines.append(field: "Content-Type", "text/html; charset=utf-8")
        fields = lines.freeze()
    }

    static let largeCount = 3_000_000
    private static let largeContent = SharedBytes([UInt8](repeating: UInt8(ascii: "x"), count: largeCount))
    static let copyCount = 8_000_000
    static let someCount = 15_000
    private static let someContent = SharedBytes([UInt8](repeating: UInt8(ascii: "y"), count: someCount))
    static let page = "<!doctype html><title>t</title>"

    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        if let answer = MethodRules.respond(to: request, body: &body) { return answer }
        if request.path == ByteView("/style.css") { return asset.respond(to: request, body: &body) }
        if request.path == ByteView("/large") { return HTTPResponse(.ok, fields: fields, body: .shared(large)) }
        if request.path == ByteView("/some") {
            return HTTPResponse(.ok, fields: fields, body: .shared(Self.someContent))
        }
        if request.path == ByteView("/copy") {
            body.append([UInt8](repeating: UInt8(ascii: "z"), count: Self.copyCount))
            return HTTPResponse(.ok, fields: fields, body: .buffer)
        }
        if request.path == ByteView("/client") {
            body.append(request.client)
            body.append(request.isSecure ? " https " : " http ")
            body.append(request.host)
            body.append(request.forwardedPrefix)
            return HTTPResponse(.ok, fields: fields, body: .buffer)
        }
        if request.path.hasPrefix(ByteView("/slow/")) {
            if request.method == .head { return HTTPResponse(.ok, fields: fields, body: .unmeasured) }
            return HTTPResponse(.ok, body: .pending(workshop.content(request.path.dropFirst(6).string)))
        }
        let isPage = request.path == ByteView("/")
        body.append(isPage ? "<!doctype html><title>t</title>" : "nothing here")
        return HTTPResponse(isPage ? .ok : .notFound, fields: fields, body: .buffer)
    }

    func respond(
        to request: borrowing HTTPRequest,
        with content: PendingContent,
        body: inout OutputBuffer,
    ) -> HTTPResponse {
        switch content.outcome {
        case .made(let bytes): return HTTPResponse(.ok, fields: fields, body: .shared(bytes))
        case .refused(let status, let reason):
            body.append(reason)
            return HTTPResponse(status, fields: fields, body: .buffer)
        case .abandoned, nil: return respond(to: request, body: &body)
        }
    }
}

struct TestSiteFactory: ResponderFactory {
    let workshop = TestWorkshop()

    func makeResponder() -> any Responder { TestSite(workshop) }
}
