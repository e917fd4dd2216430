internal import Bytes
internal import HTTP

extension SiteResponder {
    /// The answer of the lines in `head` and `content`.
    func full(_ content: ByteView, _ body: inout OutputBuffer) -> HTTPResponse {
        let start = body.count
        body.append(head.lines.view)
        var response = HTTPResponse(.ok, body: .buffer)
        response.furtherFields = body.endFields(from: start)
        body.append(content)
        return response
    }

    /// The answer of the lines in `head` and of `content`, compressed as asked, and kept for the next who asks.
    func sendContent(_ asked: Asked, keptIn pool: ResponseCache.Pool?, _ body: inout OutputBuffer) -> HTTPResponse {
        compressed.removeAll()
        if asked.coding == .gzip, !compressor.compress(content.view, into: &compressed) {
            // Only when memory is short: then a short answer is all there can be.
            return HTTPResponse(.serviceUnavailable)
        }
        let sent = asked.coding == .gzip ? compressed.view : content.view
        if let pool { keep(pool, asked.key, content: sent) }
        return Self.counted(full(sent, &body), .page)
    }

    /// An answer without content, of those lines in `head` that a 304 repeats.
    func short(_ status: HTTPStatus, _ body: inout OutputBuffer) -> HTTPResponse {
        let start = body.count
        body.append(head.lines.view.prefix(Int(head.validatorFields)))
        var response = HTTPResponse(status)
        response.furtherFields = body.endFields(from: start)
        return Self.counted(response, .page)
    }
}
