public import Bytes

/// What a site that is only read says to methods other than GET and HEAD (RFC 9110 §9).
public enum MethodRules {
    /// The answer to a request that is not GET or HEAD: 204 with `Allow` to OPTIONS, 501 to a method nobody knows, 405 with
    /// `Allow` to every other; nil for GET and HEAD.
    ///
    /// The page of a 405 or 501 is short plain text; a site that has pages of its own for them calls `status(for:)`.
    @inlinable
    public static func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse? {
        guard let status = status(for: request.method) else { return nil }
        return refuse(status, body: &body)
    }

    @usableFromInline
    static func refuse(_ status: HTTPStatus, body: inout OutputBuffer) -> HTTPResponse {
        let start = body.count
        if status != .notImplemented { body.append(field: "Allow", "GET, HEAD, OPTIONS") }
        body.append(field: "Cache-Control", "no-store")
        body.append(field: "X-Content-Type-Options", "nosniff")
        var response = HTTPResponse(status)
        guard !status.forbidsBody else {
            response.furtherFields = body.endFields(from: start)
            return response
        }
        body.append(field: "Content-Type", "text/plain; charset=utf-8")
        response.furtherFields = body.endFields(from: start)
        body.append(status.reason)
        body.append("\n")
        response.body = .buffer
        return response
    }

    /// The status for a method: nil for GET and HEAD, 204 for OPTIONS, 501 for an unknown one, else 405.
    @inlinable
    public static func status(for method: HTTPMethod) -> HTTPStatus? {
        switch method {
        case .get, .head: nil
        case .options: .noContent
        case .unknown: .notImplemented
        default: .methodNotAllowed
        }
    }
}
