internal import Bytes
internal import HTTP
internal import Mustache

extension SiteResponder {
    /// Makes the answer that no loop has kept.
    func answer(_ request: borrowing HTTPRequest, _ asked: Asked, _ body: inout OutputBuffer) -> HTTPResponse {
        path.removeAll()
        switch RequestPath.decode(asked.path, into: &path) {
        case .refused: return refuse(.badRequest, request, &body)
        case .respelled:
            // RFC 9110 §4.2.3: another spelling of the same resource. A page has one address; a file is just sent.
            if case .file(let file) = Route(path.view, revision.snapshot),
                revision.theme.assets.asset(at: file.string) != nil
            {
                return answer(request, asked, file: file, &body)
            }
            return move(request, asked, &body)
        case .plain: break
        }
        if withoutLastSlash != path.view { return move(request, asked, &body) }
        let route = Route(path.view, revision.snapshot)
        if let kind = kind(of: route) {
            if case .group(_, let key) = route, case .group(let list, let group) = kind, list.keys.key(of: group) != key
            {
                return move(request, asked, &body)
            }
            return answer(request, asked, kind: kind, &body)
        }
        switch route {
        case .page: return refuse(.serviceUnavailable, request, &body)
        case .index, .group: return refuse(.notFound, request, &body)
        case .stretch(let isStyleSheet):
            return answerStretch(request, asked, styleSheet: isStyleSheet, &body)
        case .robots: return answerRobots(request, asked, &body)
        case .sitemap: return answerSitemap(request, asked, &body)
        case .export(let page, let ending):
            guard let format = ExportFormat(rawValue: ending.string), page.exports(as: format) else {
                return refuse(.notFound, request, &body)
            }
            return answer(request, asked, page, as: format, &body)
        case .file(let path):
            return answer(request, asked, file: path, &body)
        }
    }

    /// The decoded path as pages are called: without the slash that some put behind a name.
    var withoutLastSlash: ByteView {
        let length = path.count
        return length > 1 && path.view[length - 1] == UInt8(ascii: "/") ? path.view.prefix(length - 1) : path.view
    }

    /// What is rendered at `route`, in any spelling of a group's key; nil where no page is.
    func kind(of route: Route) -> Kind? {
        switch route {
        case .index: return .index
        case .page(let page):
            switch revision.ready(page) {
            case .list(let list): return .list(list)
            case .grid(let grid): return .grid(grid)
            case .chat(let chat): return .chat(chat)
            case .outline(let outline): return .outline(outline)
            case .unreadable: return nil
            }
        case .group(let page, let key):
            guard case .list(let list) = revision.ready(page) else { return nil }
            return list.keys.section(named: key).map { .group(list, $0) }
        case .stretch, .robots, .sitemap, .export, .file: return nil
        }
    }

    /// What is rendered.
    enum Kind {
        case index
        case list(ListPage)
        case group(ListPage, Int)
        case grid(GridPage)
        case chat(ChatPage)
        case outline(OutlinePage)

        /// What the address may say.
        var grammar: AddressGrammar {
            switch self {
            case .index, .group: GroupView.grammar
            case .list(let page): page.grammar
            case .grid(let page): page.grammar
            case .chat(let page): page.grammar
            case .outline(let page): page.grammar
            }
        }
    }

    private func answer(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        kind: Kind,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let verdict: AddressVerdict
        do {
            verdict = try reader.read(request.query, grammar: kind.grammar)
        } catch {
            return refuse(error == .tooLong ? .uriTooLong : .badRequest, request, &body)
        }
        context.begin(
            revision,
            asked,
            address: reader.address,
            query: reader.canonical.view,
            hasUnknownKeys: reader.hasUnknownKeys,
        )
        guard verdict == .serve else { return redirect(verdict, kind, context, asked, &body) }
        writeHead(asked, context, kind: kind)
        switch ConditionalRequest.evaluate(request, tag: head.tagValue) {
        case .notModified: return short(.notModified, &body)
        case .preconditionFailed: return short(.preconditionFailed, &body)
        case .proceed: return render(request, asked, context, kind: kind, &body)
        }
    }

    private func writeHead(_ asked: Asked, _ context: PageContext, kind: Kind) {
        let (grammar, address) = (kind.grammar, context.address)
        var hash = StableHash()
        hash.add(number: revision.frameHash)
        hash.add(number: revision.dataHash(of: kind))
        hash.add(context.prefix)
        hash.add(context.path)
        hash.add(ByteView("?"))
        hash.add(context.query)
        hash.add(number: UInt64(context.language) << 8 | UInt64(asked.coding.rawValue))
        hash.add(number: UInt64(context.day.number) << 1 | (context.hasUnknownKeys ? 1 : 0))
        head.write(
            .init(
                hash: hash.value,
                coding: asked.coding,
                policy: address.policy(grammar),
                type: "text/html; charset=utf-8",
                variesByLanguage: fixedLanguage == nil,
                language: SiteLanguages.tags[context.language],
                isUnlisted: address.isUnlisted(grammar) || context.hasUnknownKeys,
                isPage: true,
            )
        )
        appendSpeculationRules(context)
    }

    /// Says what browsers may fetch ahead, as the reader points at a link.
    func appendSpeculationRules(_ context: PageContext) {
        guard let rules = revision.theme.prefetchAddress else { return }
        head.append(field: "Speculation-Rules") { out in
            out.append(context.isNested ? "\"../" : "\"")
            out.append(rules)
            out.append("\"")
        }
    }

    private func render(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ context: PageContext,
        kind: Kind,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        scratch.reset()
        let (template, filled) = fill(kind, context)
        guard case .record(let record) = filled else { return redirectToLastPart(filled, kind, context, asked, &body) }
        let pool = reader.hasUnknownParts ? nil : context.address.pool(kind)
        guard asked.coding == .identity else {
            content.removeAll()
            template.render(record, with: scratch, into: &content)
            return sendContent(asked, keptIn: pool, &body)
        }
        // Written where it is sent from.
        var response = full(.empty, &body)
        let start = body.count
        template.render(record, with: scratch, into: &body)
        if let pool { keep(pool, asked.key, content: body.view.dropFirst(start)) }
        response.route = RouteName.page.rawValue
        return response
    }

    func fill(_ kind: Kind, _ context: PageContext) -> (Template, FilledPage) {
        let templates = context.templates
        switch kind {
        case .index:
            let isWhole = context.address.page == 1
            return (templates.index, isWhole ? .record(IndexView.slots.fill(context)) : .pastEnd(pages: 1))
        case .group(let page, let group): return (templates.group, GroupView.slots.fill(page, group: group, context))
        case .list(let page): return (templates.friends, FriendListView.slots.fill(page, context))
        case .grid(let page): return (templates.grid, GridView.slots.fill(page, context))
        case .chat(let page): return (templates.chat, ChatView.slots.fill(page, context))
        case .outline(let page): return (templates.outline, OutlineView.slots.fill(page, context))
        }
    }
}
