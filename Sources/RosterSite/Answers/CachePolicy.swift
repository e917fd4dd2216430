internal import Bytes

/// By whom an answer may be kept, and how long. Never `no-store`: Back should show the page at once.
enum CachePolicy: Sendable {
    /// Default, `all`, single-open and group pages: few states, so shared caches may keep them.
    case shared
    /// Any other state: one reader's own.
    case own
    /// An address with a hash of its content in it.
    case immutable
    /// May be kept, must be asked about each time.
    case revalidated

    /// The value of `Cache-Control`.
    var value: StaticString {
        switch self {
        case .shared: "public, s-maxage=60, stale-while-revalidate=600"
        case .own: "private, max-age=0"
        case .immutable: "public, max-age=31536000, immutable"
        case .revalidated: "no-cache"
        }
    }
}
