/// How large a request may be. What is larger is refused with the status named.
public struct RequestLimits: Sendable, Equatable {
    /// Bytes of a head, with request line and empty line (431). Browsers send 1–2 KiB; this leaves room for long queries
    /// and cookies of other sites on the same host, and bounds what a slow sender holds.
    public var headBytes = 16 * 1024
    /// Bytes of a request target (414). RFC 9112 §3 asks for request lines of at least 8,000.
    public var targetBytes = 8 * 1024
    /// Field lines (431), at most 254.
    public var fields = 100
    /// Bytes of a body, with chunk framing (413). Bodies are read only to be dropped.
    public var bodyBytes = 1024 * 1024

    /// The limits above.
    public init() {}

    /// The limits a server has unless told otherwise.
    public static let `default` = RequestLimits()
}
