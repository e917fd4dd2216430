internal import Bytes
internal import HTTP
internal import Mustache

/// Answers the requests of one event loop.
///
/// A kept answer costs a look at three request fields, one lookup by the bytes of the target, and nothing else: nothing is
/// decoded, no String is made, no memory allocated.
final class SiteResponder: Responder {
    let site: RosterSite
    /// Whether others wait while an answer is made, so that what it may cost is bounded.
    let sharesLoop: Bool
    private(set) var revision: SiteRevision
    private var generation: UInt64
    /// The language that every reader gets; nil: the reader's choice.
    private(set) var fixedLanguage: Int?
    // Each use is inside one call that calls nobody else: to check at run time that uses do not overlap would take a
    // sixth of what a kept answer costs here.
    @exclusivity(unchecked) private var cache: ResponseCache
    @exclusivity(unchecked) private var languages = FieldMemo()

    let scratch = TemplateScratch()
    let compressor = GzipCompressor(level: 9)
    let context: PageContext
    var reader = AddressReader()
    var path = OutputBuffer(capacity: 1024)
    var content = OutputBuffer(capacity: 64 * 1024)
    var compressed = OutputBuffer(capacity: 16 * 1024)
    var head = ResponseHeadLines()
    /// What the request that is being answered waited for.
    var arrived: PendingContent?

    init(_ site: RosterSite, sharesLoop: Bool = true) {
        self.site = site
        self.sharesLoop = sharesLoop
        generation = site.generation
        revision = site.revision
        unsafe cache = ResponseCache(bytes: site.configuration.cacheBytes)
        context = PageContext(revision, scratch)
        chooseLanguage()
    }

    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        if site.generation != generation { takeNewest() }
        if let status = MethodRules.status(for: request.method) { return refuse(status, request, &body) }
        let target = strippingBase(from: request.path)
        guard let coding = AcceptedCodings(request).best(gzip: true) else {
            // An asset knows its own codings.
            if let file = revision.resources.resource(at: target) {
                return Self.counted(file.respond(to: request, body: &body), .asset)
            }
            return refuse(.notAcceptable, request, &body)
        }
        let (language, prefix) = (language(of: request), prefix(of: request))
        let key = RequestKey(
            path: target,
            query: request.query,
            hasQuery: request.hasQuery,
            prefix: prefix,
            language: language,
            coding: coding.rawValue,
        )
        if let kept = unsafe cache.find(key) { return Self.counted(kept.respond(to: request), .page) }
        if let file = revision.resources.resource(at: target) {
            return Self.counted(file.respond(to: request, body: &body), .asset)
        }
        return answer(request, Asked(path: target, prefix: prefix, language: language, coding: coding, key: key), &body)
    }

    /// What was asked for, apart from the query.
    struct Asked {
        /// The path, percent-encoded, without the base path.
        let path: ByteView
        let prefix: ByteView
        let language: Int
        let coding: ContentCoding
        /// What the answer is kept under.
        let key: RequestKey
    }

    static func counted(_ response: HTTPResponse, _ route: RouteName) -> HTTPResponse {
        var response = response
        response.route = route.rawValue
        return response
    }

    private func takeNewest() {
        generation = site.generation
        revision = site.revision
        unsafe cache.removeAll()
        chooseLanguage()
    }

    private func chooseLanguage() {
        let configured = site.configuration.language
        let tag = configured == .auto ? revision.snapshot.settings.language : configured.rawValue
        fixedLanguage = tag.flatMap(SiteLanguages.index)
    }

    func language(of request: borrowing HTTPRequest) -> Int {
        if let fixedLanguage { return fixedLanguage }
        guard let value = request[.acceptLanguage] else { return SiteLanguages.index(accepting: nil) }
        return unsafe Int(
            languages.meaning(of: value) { UInt8(truncatingIfNeeded: SiteLanguages.index(accepting: value)) }
        )
    }

    /// The path below the base path. A proxy may have taken the base path off already.
    private func strippingBase(from path: ByteView) -> ByteView {
        let base = site.basePath.view
        guard !base.isEmpty, path.hasPrefix(base) else { return path }
        let rest = path.dropFirst(base.count)
        return !rest.isEmpty && rest[0] == UInt8(ascii: "/") ? rest : path
    }

    /// The path that the site is mounted at, as readers see it: what a trusted proxy says, else what the operator says.
    func prefix(of request: borrowing HTTPRequest) -> ByteView {
        request.forwardedPrefix.isEmpty ? site.basePath.view : request.forwardedPrefix
    }

    /// Keeps the answer in `head` and `content` for who asks in the very same words.
    func keep(_ pool: ResponseCache.Pool, _ key: RequestKey, content: ByteView) {
        guard unsafe cache.keeps(pool) else { return }
        keep(pool, key, content: SharedBytes(content))
    }

    /// As above, of content that others may have too.
    func keep(_ pool: ResponseCache.Pool, _ key: RequestKey, content: SharedBytes) {
        guard unsafe cache.keeps(pool) else { return }
        unsafe cache.keep(CachedResponse(key: key, head: head, content: content), for: key, in: pool)
    }
}
