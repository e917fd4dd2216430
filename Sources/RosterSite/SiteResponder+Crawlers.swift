internal import Bytes
internal import HTTP

extension SiteResponder {
    /// `robots.txt`: states are for people; a crawler finds every group page in the sitemap.
    func answerRobots(_ request: borrowing HTTPRequest, _ asked: Asked, _ body: inout OutputBuffer) -> HTTPResponse {
        content.removeAll()
        content.append("User-agent: *\n")
        for parameter in ["open", "q", "sort", "show", "cols"] {
            content.append("Disallow: ")
            content.append(asked.prefix)
            content.append("/*?*\(parameter)=\n")
        }
        content.append("Disallow: ")
        content.append(asked.prefix)
        content.append("/stretch?\nSitemap: ")
        appendOrigin(of: request, asked, to: &content)
        content.append("/sitemap.xml\n")
        return sendText(request, asked, type: "text/plain; charset=utf-8", &body)
    }

    /// `sitemap.xml`: every page in its default state, and every group's page.
    func answerSitemap(_ request: borrowing HTTPRequest, _ asked: Asked, _ body: inout OutputBuffer) -> HTTPResponse {
        var origin = OutputBuffer(capacity: 128)
        appendOrigin(of: request, asked, to: &origin)
        content.removeAll()
        content.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        content.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        var left = Self.sitemapAddresses
        appendAddress(origin.view, "/", .empty, &left)
        for page in revision.snapshot.pages {
            if case .unreadable = page.content { continue }
            appendAddress(origin.view, "/", page.address, &left)
            guard case .list(let list) = revision.ready(page) else { continue }
            for group in 0..<list.keys.count where left > 0 {
                var path = OutputBuffer(capacity: 64)
                path.append(page.address)
                path.append("/")
                path.append(list.keys.key(of: group))
                appendAddress(origin.view, "/", path.view, &left)
            }
        }
        content.append("</urlset>\n")
        return sendText(request, asked, type: "application/xml; charset=utf-8", &body)
    }

    /// How many addresses one sitemap may hold (sitemaps.org protocol).
    private static let sitemapAddresses = 50_000

    private func appendAddress(_ origin: ByteView, _ slash: StaticString, _ path: ByteView, _ left: inout Int) {
        guard left > 0 else { return }
        left -= 1
        content.append("<url><loc>")
        content.append(htmlEscaping: origin)
        content.append(slash)
        content.append(htmlEscaping: path)
        content.append("</loc></url>\n")
    }

    /// Writes scheme, host and prefix, as readers see them.
    private func appendOrigin(of request: borrowing HTTPRequest, _ asked: Asked, to out: inout OutputBuffer) {
        if !request.host.isEmpty {
            out.append(request.isSecure ? "https://" : "http://")
            out.append(request.host)
        }
        out.append(asked.prefix)
    }

    /// Sends `content`, which depends on the host that was asked and so is not kept here.
    private func sendText(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        type: StaticString,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        var hash = StableHash()
        hash.add(content.view)
        hash.add(number: UInt64(asked.coding.rawValue))
        head.write(.init(hash: hash.value, coding: asked.coding, policy: .revalidated, type: type))
        switch ConditionalRequest.evaluate(request, tag: head.tagValue) {
        case .notModified: return Self.counted(short(.notModified, &body), .other)
        case .preconditionFailed: return Self.counted(short(.preconditionFailed, &body), .other)
        case .proceed: return Self.counted(sendContent(asked, keptIn: nil, &body), .other)
        }
    }
}
