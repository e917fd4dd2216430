public import Bytes

/// Answers the requests of one event loop: never called by two threads at once, so it may keep caches without locks.
public protocol Responder: AnyObject {
    /// The answer to `request`. Must not wait. What it appends to `body` is content (and further fields, see `HTTPResponse`).
    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse

    /// The answer to a request that was answered with `pending` before, now that `content` has an outcome.
    func respond(
        to request: borrowing HTTPRequest,
        with content: PendingContent,
        body: inout OutputBuffer,
    ) -> HTTPResponse

    /// The answer to a request that was refused by the server itself: a page in the reader's language.
    func refuse(_ refusal: borrowing Refusal, body: inout OutputBuffer) -> HTTPResponse
}

/// Makes one responder per event loop and knows what all of them share.
public protocol ResponderFactory: Sendable {
    /// A new responder. Called once on each loop's thread.
    func makeResponder() -> any Responder

    /// Whether there is anything to serve: what `/readyz` says besides the server's own state.
    var isReady: Bool { get }

    /// What `HTTPResponse.route` counts, for the label `route` of the metrics. At most 32.
    var routeNames: [String] { get }

    /// Writes further metrics in Prometheus text.
    func appendMetrics(to output: inout OutputBuffer)
}

extension ResponderFactory {
    /// Always ready.
    public var isReady: Bool { true }
    /// One route.
    public var routeNames: [String] { ["site"] }
    /// Writes nothing.
    public func appendMetrics(to output: inout OutputBuffer) {}
}

/// A request that the server refused: what is left to say about it.
public struct Refusal: ~Copyable {
    /// The status of the answer.
    public let status: HTTPStatus
    /// What is wrong with the request, an English sentence without a full stop; nil for time-outs and the like.
    public let error: RequestParseError?
    /// The first `Accept-Language` of a head that could be read that far; else empty.
    public let acceptLanguage: ByteView

    /// A refusal with these facts.
    public init(status: HTTPStatus, error: RequestParseError? = nil, acceptLanguage: ByteView = .empty) {
        self.status = status
        self.error = error
        self.acceptLanguage = acceptLanguage
    }
}

extension Responder {
    /// For responders that never put off an answer: asks as if for the first time.
    public func respond(
        to request: borrowing HTTPRequest,
        with content: PendingContent,
        body: inout OutputBuffer,
    ) -> HTTPResponse {
        respond(to: request, body: &body)
    }

    /// A line of plain text: the status in words, and what is wrong.
    public func refuse(_ refusal: borrowing Refusal, body: inout OutputBuffer) -> HTTPResponse {
        let start = body.count
        body.append(field: "Content-Type", "text/plain; charset=utf-8")
        body.append(field: "X-Content-Type-Options", "nosniff")
        body.append(field: "Cache-Control", "no-store")
        var response = HTTPResponse(refusal.status, body: .buffer)
        response.furtherFields = body.endFields(from: start)
        body.append(refusal.status.reason)
        if let error = refusal.error { body.append(": \(error)") }
        body.append("\n")
        return response
    }
}
