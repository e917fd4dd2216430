internal import Bytes
internal import HTTP

/// Answers whose content takes long to make: another thread makes it, and the request waits without holding up its loop.
extension SiteResponder {
    func respond(
        to request: borrowing HTTPRequest,
        with content: PendingContent,
        body: inout OutputBuffer,
    ) -> HTTPResponse {
        arrived = content
        defer { arrived = nil }
        return respond(to: request, body: &body)
    }

    /// The answer of the lines in `head`, with the content of `order` once it is made. HEAD makes nothing.
    func answer<Key>(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ order: ContentMaker<Key>.Order,
        by maker: ContentMaker<Key>,
        as kind: SlowKind,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        // What is asked for may have changed while the request waited: then the content is not what `head` says.
        if let arrived, arrived.tag.view == head.tagValue, let outcome = arrived.outcome {
            switch outcome {
            case .made(let content): return send(content, asked, kind, &body)
            case .refused(let status, let reason): return refuse(status, request, &body, detail: reason)
            case .abandoned: break
            }
        }
        if request.method == .head {
            let length = maker.find(order.key)?.count
            return full(length.map { .omitted(length: $0) } ?? .unmeasured, kind, &body)
        }
        switch maker.content(order, tag: head.tagValue) {
        case .made(let content): return send(content, asked, kind, &body)
        case .pending(let content): return HTTPResponse(.ok, body: .pending(content))
        case .busy: return refuse(.serviceUnavailable, request, &body, detail: kind.busy, retryAfter: "1")
        }
    }

    /// What is said of slow answers of one kind.
    struct SlowKind {
        let route: RouteName
        /// Where loops keep the answer for who asks in the same words.
        let pool: ResponseCache.Pool?
        /// Why one more is refused.
        let busy: String
    }

    private func send(
        _ content: SharedBytes,
        _ asked: Asked,
        _ kind: SlowKind,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        if let pool = kind.pool { keep(pool, asked.key, content: content) }
        return full(.shared(content), kind, &body)
    }

    /// The answer of the lines in `head`, with content that does not stand in `body`.
    private func full(_ content: HTTPResponse.Body, _ kind: SlowKind, _ body: inout OutputBuffer) -> HTTPResponse {
        let start = body.count
        body.append(head.lines.view)
        var response = HTTPResponse(.ok, body: content)
        response.furtherFields = body.endFields(from: start)
        return Self.counted(response, kind.route)
    }
}
