internal import Bytes
internal import HTTP

/// What the server answers itself: health, and on the admin listener metrics.
struct ServerEndpoints {
    enum Endpoint {
        /// The process can answer.
        case alive
        /// It should be sent requests.
        case ready
        case metrics
        /// The admin listener has nothing else.
        case unknown
    }

    private let textFields: SharedBytes
    private let metricsFields: SharedBytes

    init() {
        textFields = Self.fields("text/plain; charset=utf-8")
        // The version that Prometheus' text format has.
        metricsFields = Self.fields("text/plain; version=0.0.4; charset=utf-8")
    }

    private static func fields(_ mediaType: StaticString) -> SharedBytes {
        var buffer = OutputBuffer(capacity: 160)
        buffer.append(field: "Content-Type", mediaType)
        buffer.append(field: "Cache-Control", "no-store")
        buffer.append(field: "X-Content-Type-Options", "nosniff")
        buffer.append(field: "Referrer-Policy", "same-origin")
        return buffer.freeze()
    }

    /// Which endpoint a path means, or nil when it is the responder's.
    @inline(__always)
    static func endpoint(_ path: ByteView, isAdmin: Bool) -> Endpoint? {
        if isAdmin { return health(path) ?? (path == ByteView("/metrics") ? .metrics : .unknown) }
        return path.count >= 6 && path.count <= 8 ? health(path) : nil
    }

    private static func health(_ path: ByteView) -> Endpoint? {
        if path == ByteView("/healthz") || path == ByteView("/livez") { return .alive }
        return path == ByteView("/readyz") ? .ready : nil
    }

    func respond(
        _ endpoint: Endpoint,
        to request: borrowing HTTPRequest,
        state: ServerState,
        body: inout OutputBuffer,
    ) -> HTTPResponse {
        if let refusal = MethodRules.respond(to: request, body: &body) { return refusal }
        switch endpoint {
        case .alive: return text("ok\n", .ok, &body)
        case .ready:
            return state.isReady ? text("ready\n", .ok, &body) : text("not ready\n", .serviceUnavailable, &body)
        case .unknown: return text("no such page\n", .notFound, &body)
        case .metrics:
            MetricsPage(state: state).write(to: &body)
            return HTTPResponse(.ok, fields: metricsFields, body: .buffer)
        }
    }

    private func text(_ text: StaticString, _ status: HTTPStatus, _ body: inout OutputBuffer) -> HTTPResponse {
        body.append(text)
        return HTTPResponse(status, fields: textFields, body: .buffer)
    }
}
