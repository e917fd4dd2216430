/// Rewrites one page for a static copy: links lead to files, and what needs a server is left out.
struct StaticMarkup {
    /// The text to put in place of an address, or nil where the copy has nothing for it.
    let link: (String) -> String?

    /// `page` with its addresses replaced; forms and links that need a server are gone, with what they hold.
    func rewrite(_ page: String) -> String {
        var output = ""
        output.reserveCapacity(page.utf8.count)
        var rest = page[...]
        while let open = rest.firstIndex(of: "<") {
            output += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: ">") else { break }
            let tag = rest[...close]
            rest = rest[rest.index(after: close)...]
            if let kept = rewrite(tag: String(tag)) {
                output += kept
            } else if let end = rest.firstRange(of: "</\(Self.name(of: tag))>"), !Self.isVoid(tag) {
                rest = rest[end.upperBound...]
            }
        }
        return output + rest
    }

    /// The tag with its addresses replaced; nil when its element is to be left out.
    private func rewrite(tag: String) -> String? {
        switch Self.name(of: tag[...]) {
        case "form": return nil
        case "link" where tag.contains(#"rel="canonical""#): return nil
        case "a", "link", "img": break
        default: return tag
        }
        var result = tag
        for attribute in ["href", "src"] {
            guard let value = Self.value(of: attribute, in: result) else { continue }
            guard let target = link(Self.unescaped(String(result[value]))) else { return nil }
            result.replaceSubrange(value, with: Self.escaped(target))
        }
        if let value = Self.value(of: "srcset", in: result) {
            result.replaceSubrange(value, with: rewrite(candidates: String(result[value])))
        }
        return result
    }

    private func rewrite(candidates: String) -> String {
        candidates.split(separator: ",").compactMap { candidate -> String? in
            let parts = candidate.split(separator: " ")
            guard let first = parts.first, let target = link(Self.unescaped(String(first))) else { return nil }
            return ([Self.escaped(target)] + parts.dropFirst().map(String.init)).joined(separator: " ")
        }.joined(separator: ", ")
    }

    private static func name(of tag: Substring) -> String {
        String(tag.dropFirst().prefix { $0.isLetter || $0.isNumber })
    }

    private static func isVoid(_ tag: Substring) -> Bool { ["link", "img"].contains(name(of: tag)) }

    /// Where the value of ` name="…"` stands.
    private static func value(of name: String, in tag: String) -> Range<String.Index>? {
        guard let start = tag.firstRange(of: " \(name)=\""),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return start.upperBound..<end
    }

    private static let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]

    private static func unescaped(_ text: String) -> String {
        entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func escaped(_ text: String) -> String {
        entities.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
    }
}
