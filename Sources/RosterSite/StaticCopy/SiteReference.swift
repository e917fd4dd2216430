/// An address within the site: a path from its root on, percent-encoded, and a query.
struct SiteReference: Hashable {
    /// Begins with a slash.
    var path: String
    /// Without its question mark.
    var query = ""

    /// The site's first page.
    static let root = SiteReference(path: "/")

    init(path: String, query: String = "") {
        self.path = path
        self.query = query
    }

    /// What `text`, written on the page at `base`, leads to, and its fragment with the `#`; nil when it leaves the site.
    /// RFC 3986 §5.2, for references without an authority.
    static func resolve(_ text: String, on base: SiteReference) -> (reference: SiteReference, fragment: String)? {
        let (rest, fragment) = split(text, at: "#")
        let (path, query) = split(rest, at: "?")
        if path.hasPrefix("//") || hasScheme(path) { return nil }
        var target = base
        if path.isEmpty {
            if !query.isEmpty { target.query = String(query.dropFirst()) }
        } else {
            let folder =
                path.hasPrefix("/") ? "" : String(base.path[...(base.path.lastIndex(of: "/") ?? base.path.startIndex)])
            target = SiteReference(path: removingDots(folder + path), query: String(query.dropFirst()))
        }
        return (target, fragment)
    }

    /// The two parts of `text`; the second begins with `mark`, or is empty.
    private static func split(_ text: String, at mark: Character) -> (String, String) {
        guard let place = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<place]), String(text[place...]))
    }

    /// Whether a colon stands before the first slash.
    private static func hasScheme(_ path: String) -> Bool {
        (path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).first ?? "").contains(":")
    }

    private static func removingDots(_ path: String) -> String {
        var segments: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part == ".." { _ = segments.popLast() }
            if part == "." || part == ".." {
                if isLast { segments.append("") }
            } else {
                segments.append(part)
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// The way from the file `base` to the file `target`, both from the root of the copy on: `../assets/x.css`.
    static func relativePath(from base: String, to target: String) -> String {
        var from = base.split(separator: "/").dropLast()
        var to = target.split(separator: "/")[...]
        while let one = from.first, one == to.first, to.count > 1 {
            from = from.dropFirst()
            to = to.dropFirst()
        }
        return String(repeating: "../", count: from.count) + to.joined(separator: "/")
    }
}
