/// How the body of a request is delimited (RFC 9112 §6.3).
public enum BodyFraming: Sendable, Equatable {
    /// There is no body.
    case none
    /// This many bytes follow, at least one.
    case length(Int)
    /// Chunks follow.
    case chunked
}
