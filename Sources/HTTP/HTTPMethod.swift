public import Bytes

/// What a request asks for (RFC 9110 §9).
public enum HTTPMethod: UInt8, Sendable {
    /// GET
    case get
    /// HEAD
    case head
    /// OPTIONS
    case options
    /// POST
    case post
    /// PUT
    case put
    /// DELETE
    case delete
    /// PATCH
    case patch
    /// TRACE
    case trace
    /// CONNECT
    case connect
    /// A well-formed name that is none of these: answered with 501.
    case unknown

    /// The method with exactly this name: names are case-sensitive.
    public init(named name: ByteView) {
        self =
            switch name.count {
            case 3: name == ByteView("GET") ? .get : name == ByteView("PUT") ? .put : .unknown
            case 4: name == ByteView("HEAD") ? .head : name == ByteView("POST") ? .post : .unknown
            case 5: name == ByteView("PATCH") ? .patch : name == ByteView("TRACE") ? .trace : .unknown
            case 6: name == ByteView("DELETE") ? .delete : .unknown
            case 7: name == ByteView("OPTIONS") ? .options : name == ByteView("CONNECT") ? .connect : .unknown
            default: .unknown
            }
    }
}
