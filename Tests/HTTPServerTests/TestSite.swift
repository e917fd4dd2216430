import Bytes
import HTTP

/// A site with a page, an asset, something large, and an echo of what the server knows of the client.
final class TestSite: Responder {
    private let asset: StaticResource
    private let large: SharedBytes
    private let fields: SharedBytes

    init() {
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
    private static let largeContent: SharedBytes = {
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: largeCount)
        return unsafe content.withUnsafeBytes { unsafe SharedBytes(ByteView($0)) }
    }()
    static let page = "<!doctype html><title>t</title>"

    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        if let answer = MethodRules.respond(to: request, body: &body) { return answer }
        if request.path == ByteView("/style.css") { return asset.respond(to: request, body: &body) }
        if request.path == ByteView("/large") { return HTTPResponse(.ok, fields: fields, body: .shared(large)) }
        if request.path == ByteView("/client") {
            body.append(request.client)
            body.append(request.isSecure ? " https " : " http ")
            body.append(request.host)
            body.append(request.forwardedPrefix)
            return HTTPResponse(.ok, fields: fields, body: .buffer)
        }
        let isPage = request.path == ByteView("/")
        body.append(isPage ? "<!doctype html><title>t</title>" : "nothing here")
        return HTTPResponse(isPage ? .ok : .notFound, fields: fields, body: .buffer)
    }
}

struct TestSiteFactory: ResponderFactory {
    func makeResponder() -> any Responder { TestSite() }
}
