internal import Bytes
internal import HTTP
internal import Mustache

extension SiteResponder {
    /// An error page in the reader's language; to OPTIONS, 204 with `Allow`.
    func refuse(
        _ status: HTTPStatus,
        _ request: borrowing HTTPRequest,
        _ body: inout OutputBuffer,
        detail: String = "",
        retryAfter: StaticString = "5",
    ) -> HTTPResponse {
        let (language, prefix) = (language(of: request), prefix(of: request))
        return refuse(status, language: language, prefix: prefix, detail: detail, retryAfter: retryAfter, &body)
    }

    /// The page for a request that the server could not read.
    func refuse(_ refusal: borrowing Refusal, body: inout OutputBuffer) -> HTTPResponse {
        let language = fixedLanguage ?? SiteLanguages.index(accepting: refusal.acceptLanguage)
        let detail = refusal.error.map { "\($0)" } ?? ""
        return refuse(refusal.status, language: language, prefix: site.basePath.view, detail: detail, &body)
    }

    private func refuse(
        _ status: HTTPStatus,
        language: Int,
        prefix: ByteView,
        detail: String,
        retryAfter: StaticString = "5",
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let start = body.count
        body.append(ResponseHeadLines.ofAll)
        body.append(field: "Cache-Control", CachePolicy.revalidated.value)
        if status == .methodNotAllowed || status == .noContent { body.append(field: "Allow", "GET, HEAD, OPTIONS") }
        if status == .serviceUnavailable { body.append(field: "Retry-After", retryAfter) }
        var response = HTTPResponse(status)
        guard !status.forbidsBody else {
            response.furtherFields = body.endFields(from: start)
            return Self.counted(response, .other)
        }
        if fixedLanguage == nil { body.append(field: "Vary", "Accept-Language") }
        body.append(ResponseHeadLines.ofPages)
        body.append(field: "X-Robots-Tag", "noindex")
        body.append(field: "Content-Type", "text/html; charset=utf-8")
        body.append(field: "Content-Language", SiteLanguages.tags[language])
        response.furtherFields = body.endFields(from: start)
        response.body = .buffer
        scratch.reset()
        context.begin(revision, language: language, prefix: prefix, path: ByteView("/"))
        let record = ErrorView.slots.fill(status, detail: detail, context)
        context.templates.error.render(record, with: scratch, into: &body)
        return Self.counted(response, .error)
    }

    /// A redirect within the site. `path` is decoded and begins with a slash; the address is made from it, never echoed.
    func redirect(
        _ status: HTTPStatus,
        _ asked: Asked,
        toPath path: ByteView,
        query: ByteView,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let start = body.count
        body.append(ResponseHeadLines.ofAll)
        // What is canonical changes with the owner's data: nobody should remember it for ever.
        body.append(field: "Cache-Control", CachePolicy.revalidated.value)
        body.append("Location: ")
        body.append(asked.prefix)
        appendEncoded(path, to: &body)
        if !query.isEmpty { body.append("?") }
        body.append(query)
        body.append("\r\n")
        var response = HTTPResponse(status)
        response.furtherFields = body.endFields(from: start)
        return Self.counted(response, .redirect)
    }

    /// Writes a decoded path, percent-encoded but for what a path may hold: letters, digits, `-._~`, slashes and the `@` of
    /// a picture's scale.
    private func appendEncoded(_ path: ByteView, to out: inout OutputBuffer) {
        for index in 0..<path.count {
            let isPlain = path[index] == UInt8(ascii: "/") || path[index] == UInt8(ascii: "@")
            if isPlain {
                out.append(path[index])
            } else {
                HTTP.PercentEncoding.encode(path[index..<index + 1], into: &out)
            }
        }
    }
}
