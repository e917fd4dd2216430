internal import Bytes
internal import HTTP
internal import Mustache

/// Answers the requests of one event loop.
///
/// A kept answer costs a look at three request fields, one lookup by the bytes of the target, and nothing else: nothing is
/// decoded, no String is made, no memory allocated.
final class SiteResponder: Responder {
    let site: RosterSite
    private(set) var revision: SiteRevision
    private var generation: UInt64
    /// The language that every reader gets; nil: the reader's choice.
    private(set) var fixedLanguage: Int?
    private var cache: ResponseCache
    private var key = OutputBuffer(capacity: 4096)

    let scratch = TemplateScratch()
    let compressor = GzipCompressor(level: 9)
    var reader = AddressReader()
    var path = OutputBuffer(capacity: 1024)
    var content = OutputBuffer(capacity: 64 * 1024)
    var compressed = OutputBuffer(capacity: 16 * 1024)
    var head = ResponseHeadLines()

    init(_ site: RosterSite) {
        self.site = site
        generation = site.generation
        revision = site.revision
        cache = ResponseCache(bytes: site.configuration.cacheBytes)
        chooseLanguage()
    }

    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        if site.generation != generation { takeNewest() }
        if let status = MethodRules.status(for: request.method) { return refuse(status, request, &body) }
        let target = strippingBase(from: request.path)
        if let asset = revision.asset(requestedAs: target) {
            return Self.counted(asset.hashed.respond(to: request, body: &body), .asset)
        }
        guard let coding = AcceptedCodings(request).best(gzip: true) else {
            return refuse(.notAcceptable, request, &body)
        }
        let language = language(of: request)
        let asked = Asked(path: target, prefix: prefix(of: request), language: language, coding: coding)
        writeKey(asked, query: request.query, hasQuery: request.hasQuery)
        if let kept = cache.find(key.view) { return Self.counted(kept.respond(to: request), .page) }
        return answer(request, asked, &body)
    }

    /// What was asked for, apart from the query.
    struct Asked {
        /// The path, percent-encoded, without the base path.
        let path: ByteView
        let prefix: ByteView
        let language: Int
        let coding: ContentCoding
    }

    static func counted(_ response: HTTPResponse, _ route: RouteName) -> HTTPResponse {
        var response = response
        response.route = route.rawValue
        return response
    }

    private func takeNewest() {
        generation = site.generation
        revision = site.revision
        cache.removeAll()
        chooseLanguage()
    }

    private func chooseLanguage() {
        let configured = site.configuration.language
        let tag = configured == .auto ? revision.snapshot.settings.language : configured.rawValue
        fixedLanguage = tag.flatMap(SiteLanguages.index)
    }

    func language(of request: borrowing HTTPRequest) -> Int {
        fixedLanguage ?? SiteLanguages.index(accepting: request[.acceptLanguage])
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

    private func writeKey(_ asked: Asked, query: ByteView, hasQuery: Bool) {
        key.removeAll()
        key.append(UInt8(truncatingIfNeeded: asked.language))
        key.append(asked.coding.rawValue)
        key.append(asked.prefix)
        key.append(0)
        key.append(asked.path)
        if hasQuery { key.append(UInt8(ascii: "?")) }
        key.append(query)
    }

    /// Keeps the answer in `head` and `content` for who asks in the very same words.
    func keep(_ pool: ResponseCache.Pool, content: ByteView) {
        guard cache.keeps(pool) else { return }
        cache.keep(CachedResponse(key: key.view, head: head, content: content), in: pool)
    }
}
