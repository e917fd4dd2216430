internal import Bytes
internal import HTTP
internal import Mustache

/// One hop from any spelling of a page's address to its own.
extension SiteResponder {
    /// Leads to the one spelling of a path, with the canonical query of the page there: one hop, whatever both were.
    func move(_ request: borrowing HTTPRequest, _ asked: Asked, _ body: inout OutputBuffer) -> HTTPResponse {
        path.truncate(to: withoutLastSlash.count)
        guard let kind = kind(of: Route(path.view, revision.snapshot)) else {
            return redirect(.permanentRedirect, asked, toPath: path.view, query: request.query, &body)
        }
        if case .group(let list, let group) = kind {
            path.removeAll()
            path.append("/")
            path.append(list.page.name)
            path.append("/")
            path.append(list.keys.key(of: group))
        }
        do {
            let verdict = try reader.read(request.query, grammar: kind.grammar)
            context.begin(revision, asked, address: reader.address, query: reader.canonical.view)
            return redirect(verdict == .serve ? .redirectForGood : verdict, kind, context, asked, &body)
        } catch {
            return refuse(error == .tooLong ? .uriTooLong : .badRequest, request, &body)
        }
    }

    /// Leads to the canonical spelling; where that names a part past the end, to the last one: one hop, not two.
    func redirect(
        _ verdict: AddressVerdict,
        _ kind: Kind,
        _ context: PageContext,
        _ asked: Asked,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        if context.address.page > 1 {
            scratch.reset()
            let (_, filled) = fill(kind, context)
            guard case .record = filled else { return redirectToLastPart(filled, kind, context, asked, &body) }
        }
        let status: HTTPStatus = verdict == .redirectForGood ? .permanentRedirect : .temporaryRedirect
        return redirect(status, asked, toPath: path.view, query: context.query, &body)
    }

    /// A part past the end was there once, or was guessed: the last one is the nearest that there is.
    func redirectToLastPart(
        _ filled: FilledPage,
        _ kind: Kind,
        _ context: PageContext,
        _ asked: Asked,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        var last = context.address
        if case .pastEnd(let pages) = filled { last.page = pages }
        var query = OutputBuffer(capacity: 256)
        last.appendQuery(to: &query, grammar: kind.grammar)
        return redirect(.temporaryRedirect, asked, toPath: path.view, query: query.view, &body)
    }
}
