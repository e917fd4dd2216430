/// Why a request was refused before anybody looked at what it asks for.
public enum RequestParseError: Error, Equatable, Sendable {
    case malformedRequestLine
    case malformedMethod
    case malformedTarget
    case malformedPercentEncoding
    case targetTooLong(limit: Int)
    case unsupportedVersion
    case headTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case malformedFieldName
    case malformedFieldValue
    case foldedField
    case bareLineFeed
    case missingHost
    case repeatedHost
    case malformedHost
    case malformedContentLength
    case conflictingContentLength
    case bothFramings
    case unsupportedTransferCoding
    case transferCodingBeforeHTTP11
    case malformedChunk
    case bodyTooLarge(limit: Int)

    /// The status that tells the client.
    public var status: HTTPStatus {
        switch self {
        case .targetTooLong: .uriTooLong
        case .unsupportedVersion: .versionNotSupported
        case .headTooLarge, .tooManyFields: .headTooLarge
        case .unsupportedTransferCoding: .notImplemented
        case .bodyTooLarge: .contentTooLarge
        default: .badRequest
        }
    }
}

extension RequestParseError: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .malformedRequestLine: "the request line is not 'METHOD TARGET HTTP/1.1'"
        case .malformedMethod: "the method is not a token"
        case .malformedTarget: "the request target is not a path, a URL or '*'"
        case .malformedPercentEncoding: "the request target has a '%' that is not followed by two hexadecimal digits"
        case .targetTooLong(let limit): "the request target is longer than \(limit) bytes"
        case .unsupportedVersion: "the protocol version is not 1.0 or 1.1"
        case .headTooLarge(let limit): "the request head is longer than \(limit) bytes"
        case .tooManyFields(let limit): "the request has more than \(limit) field lines"
        case .malformedFieldName: "a field name is not a token followed by ':'"
        case .malformedFieldValue: "a field value has a control character"
        case .foldedField: "a field value goes on in a second line"
        case .bareLineFeed: "a line ends in LF without CR"
        case .missingHost: "the request has no Host field"
        case .repeatedHost: "the request has more than one Host field"
        case .malformedHost: "the Host is not a name or address with an optional port"
        default: bodyDescription
        }
    }

    private var bodyDescription: String {
        switch self {
        case .malformedContentLength: "Content-Length is not a number"
        case .conflictingContentLength: "Content-Length is given twice with different values"
        case .bothFramings: "the request has both Content-Length and Transfer-Encoding"
        case .unsupportedTransferCoding: "Transfer-Encoding is not exactly 'chunked'"
        case .transferCodingBeforeHTTP11: "Transfer-Encoding in a request of HTTP/1.0"
        case .malformedChunk: "the body is not well-formed chunks"
        case .bodyTooLarge(let limit): "the request body is longer than \(limit) bytes"
        default: "the request is malformed"
        }
    }
}
