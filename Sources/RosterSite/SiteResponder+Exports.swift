internal import Bytes
internal import HTTP

extension SiteResponder {
    /// A page's data to take along, as far as the filter in the address leaves it.
    func answer(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ page: Page,
        as format: ExportFormat,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let grammar = revision.ready(page).grammar.ofDownloads
        do {
            switch try reader.read(request.query, grammar: grammar) {
            case .serve: break
            case .redirectForGood, .redirectForNow:
                return redirect(.permanentRedirect, asked, toPath: path.view, query: reader.canonical.view, &body)
            }
        } catch {
            return refuse(error == .tooLong ? .uriTooLong : .badRequest, request, &body)
        }
        writeHead(asked, page, format)
        switch ConditionalRequest.evaluate(request, tag: head.tagValue) {
        case .notModified: return Self.counted(short(.notModified, &body), .export)
        case .preconditionFailed: return Self.counted(short(.preconditionFailed, &body), .export)
        case .proceed: break
        }
        let isPlain = reader.canonical.isEmpty && !reader.hasUnknownParts
        let pool: ResponseCache.Pool? = isPlain ? .shared : nil
        let order = order(asked, page, format)
        guard order.isQuick || !sharesLoop else {
            let made = ContentMaker.Order(key: order.key, cost: page.textBytes) { order.outcome() }
            let busy = "too many large downloads are asked for at once"
            let kind = SlowKind(route: .export, pool: pool, busy: busy)
            return answer(request, asked, made, by: site.exports, as: kind, &body)
        }
        content.removeAll()
        order.write(into: &content)
        return Self.counted(sendContent(asked, keptIn: pool, &body), .export)
    }

    private func writeHead(_ asked: Asked, _ page: Page, _ format: ExportFormat) {
        var hash = StableHash()
        hash.add(number: page.revision)
        hash.add("\(format) \(asked.coding)")
        hash.add(reader.canonical.view)
        head.write(
            .init(
                hash: hash.value,
                coding: asked.coding,
                policy: reader.canonical.isEmpty ? .shared : .own,
                type: format.mediaType,
                isUnlisted: true,
            )
        )
        head.append(field: "Content-Disposition") { $0.append(format.contentDisposition(pageName: page.name)) }
    }

    private func order(_ asked: Asked, _ page: Page, _ format: ExportFormat) -> ExportOrder {
        let address = reader.address
        let isFiltered = address.isSearch || address.onlineOnly || address.order != .file
        return ExportOrder(
            page: page,
            key: .init(
                page: page.name.array,
                revision: page.revision,
                format: format,
                coding: asked.coding,
                query: reader.canonical.view.array,
            ),
            filter: isFiltered
                ? .init(text: address.search, onlineOnly: address.onlineOnly, sort: address.order) : nil
        )
    }
}
