public import Bytes

/// A status code with its reason phrase (RFC 9110 §15).
public struct HTTPStatus: Sendable, Hashable {
    /// The three digits, 100 … 599.
    public let code: UInt16

    /// The status with this code; one outside 100 … 599 becomes 500.
    @inlinable
    public init(_ code: UInt16) {
        self.code = code >= 100 && code <= 599 ? code : 500
    }

    /// 200 OK.
    public static let ok = HTTPStatus(200)
    /// 204 No Content.
    public static let noContent = HTTPStatus(204)
    /// 206 Partial Content.
    public static let partialContent = HTTPStatus(206)
    /// 301 Moved Permanently.
    public static let movedPermanently = HTTPStatus(301)
    /// 303 See Other.
    public static let seeOther = HTTPStatus(303)
    /// 304 Not Modified.
    public static let notModified = HTTPStatus(304)
    /// 307 Temporary Redirect.
    public static let temporaryRedirect = HTTPStatus(307)
    /// 308 Permanent Redirect.
    public static let permanentRedirect = HTTPStatus(308)
    /// 400 Bad Request.
    public static let badRequest = HTTPStatus(400)
    /// 403 Forbidden.
    public static let forbidden = HTTPStatus(403)
    /// 404 Not Found.
    public static let notFound = HTTPStatus(404)
    /// 405 Method Not Allowed.
    public static let methodNotAllowed = HTTPStatus(405)
    /// 406 Not Acceptable.
    public static let notAcceptable = HTTPStatus(406)
    /// 408 Request Timeout.
    public static let requestTimeout = HTTPStatus(408)
    /// 410 Gone.
    public static let gone = HTTPStatus(410)
    /// 412 Precondition Failed.
    public static let preconditionFailed = HTTPStatus(412)
    /// 413 Content Too Large.
    public static let contentTooLarge = HTTPStatus(413)
    /// 414 URI Too Long.
    public static let uriTooLong = HTTPStatus(414)
    /// 416 Range Not Satisfiable.
    public static let rangeNotSatisfiable = HTTPStatus(416)
    /// 417 Expectation Failed.
    public static let expectationFailed = HTTPStatus(417)
    /// 422 Unprocessable Content.
    public static let unprocessableContent = HTTPStatus(422)
    /// 429 Too Many Requests.
    public static let tooManyRequests = HTTPStatus(429)
    /// 431 Request Header Fields Too Large.
    public static let headTooLarge = HTTPStatus(431)
    /// 500 Internal Server Error.
    public static let internalServerError = HTTPStatus(500)
    /// 501 Not Implemented.
    public static let notImplemented = HTTPStatus(501)
    /// 503 Service Unavailable.
    public static let serviceUnavailable = HTTPStatus(503)
    /// 505 HTTP Version Not Supported.
    public static let versionNotSupported = HTTPStatus(505)

    /// Whether an answer with this status never has a body: 1xx, 204, 304.
    public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The words after the code, empty for a code without registered ones.
    public var reason: ByteView {
        switch code {
        case 200: ByteView("OK")
        case 204: ByteView("No Content")
        case 206: ByteView("Partial Content")
        case 301: ByteView("Moved Permanently")
        case 302: ByteView("Found")
        case 303: ByteView("See Other")
        case 304: ByteView("Not Modified")
        case 307: ByteView("Temporary Redirect")
        case 308: ByteView("Permanent Redirect")
        default: errorReason
        }
    }

    private var errorReason: ByteView {
        switch code {
        case 400: ByteView("Bad Request")
        case 401: ByteView("Unauthorized")
        case 403: ByteView("Forbidden")
        case 404: ByteView("Not Found")
        case 405: ByteView("Method Not Allowed")
        case 406: ByteView("Not Acceptable")
        case 408: ByteView("Request Timeout")
        case 410: ByteView("Gone")
        case 412: ByteView("Precondition Failed")
        case 413: ByteView("Content Too Large")
        case 414: ByteView("URI Too Long")
        case 415: ByteView("Unsupported Media Type")
        case 416: ByteView("Range Not Satisfiable")
        case 417: ByteView("Expectation Failed")
        case 421: ByteView("Misdirected Request")
        case 422: ByteView("Unprocessable Content")
        case 429: ByteView("Too Many Requests")
        case 431: ByteView("Request Header Fields Too Large")
        case 500: ByteView("Internal Server Error")
        case 501: ByteView("Not Implemented")
        case 503: ByteView("Service Unavailable")
        case 505: ByteView("HTTP Version Not Supported")
        default: .empty
        }
    }
}
