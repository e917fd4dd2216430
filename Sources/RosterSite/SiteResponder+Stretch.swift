internal import Bytes
internal import HTTP
internal import Mustache

extension SiteResponder {
    /// The page of stretched pictures, or the style sheet that draws them beside ours.
    func answerStretch(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        styleSheet isStyleSheet: Bool,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        guard request.query.count <= Limits.queryBytes else { return refuse(.uriTooLong, request, &body) }
        guard let form = StretchForm(request.query) else { return refuse(.badRequest, request, &body) }
        context.begin(revision, asked, address: PageAddress(), query: request.query)
        var hash = StableHash()
        hash.add(number: revision.frameHash)
        hash.add(number: revision.snapshot.revision)
        hash.add("\(context.day.number) \(asked.language) \(asked.coding)")
        hash.add(context.prefix)
        hash.add(context.path)
        hash.add(context.query)
        head.write(
            .init(
                hash: hash.value,
                coding: asked.coding,
                policy: form.isAsked ? .own : .shared,
                type: isStyleSheet ? "text/css; charset=utf-8" : "text/html; charset=utf-8",
                variesByLanguage: fixedLanguage == nil && !isStyleSheet,
                language: isStyleSheet ? nil : SiteLanguages.tags[asked.language],
                isUnlisted: form.isAsked,
                isPage: !isStyleSheet,
            )
        )
        if !isStyleSheet { appendSpeculationRules(context) }
        switch ConditionalRequest.evaluate(request, tag: head.tagValue) {
        case .notModified: return short(.notModified, &body)
        case .preconditionFailed: return short(.preconditionFailed, &body)
        case .proceed: break
        }
        content.removeAll()
        if isStyleSheet {
            content.append(StretchView.styleSheet(form, revision))
        } else {
            scratch.reset()
            let record = StretchView.slots.fill(form, query: request.query, context, site.workshop)
            context.templates.stretch.render(record, with: scratch, into: &content)
        }
        return sendContent(asked, keptIn: form.isAsked ? .own : .shared, &body)
    }
}
