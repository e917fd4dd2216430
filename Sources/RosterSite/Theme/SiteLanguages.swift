internal import Bytes
internal import HTTP

/// The languages of the site: one file in `Templates/Strings` each.
enum SiteLanguages {
    /// Their tags; the first is for readers who accept none of them.
    static let tags: [StaticString] = ["en", "zh-Hans"]

    /// The place of `tag` among them, or nil.
    static func index(of tag: String) -> Int? { tags.firstIndex { "\($0)" == tag } }

    /// The language for a reader who accepts `accepted`, the value of `Accept-Language`.
    static func index(accepting accepted: ByteView?) -> Int {
        accepted.flatMap { AcceptLanguage.best($0, offered: tags) } ?? 0
    }
}
