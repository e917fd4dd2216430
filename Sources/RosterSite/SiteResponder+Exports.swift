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
        content.removeAll()
        page.export(as: format, selection: selection(page), into: &content)
        let isPlain = reader.canonical.isEmpty && !reader.hasUnknownParts
        return Self.counted(sendContent(asked, keptIn: isPlain ? .shared : nil, &body), .export)
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

    /// What the address leaves of a friend list; nil for all of it.
    private func selection(_ page: Page) -> [GroupSelection]? {
        let address = reader.address
        guard address.isSearch || address.onlineOnly || address.order != .file else { return nil }
        return unsafe address.search.withUnsafeBytes { text in
            let query = FriendQuery(text: unsafe ByteView(text), onlineOnly: address.onlineOnly, sort: address.order)
            return page.select(query, window: .everything)
        }
    }
}
