internal import Bytes

/// Style sheets name pictures by their plain paths; what is served from an address with a hash must name theirs.
enum StyleSheet {
    /// `source`, served from `assets/HASH/NAME`, with each `url(PATH)` of a public file made to lead to its own address.
    static func link(_ source: String, address: (String) -> String?) -> String {
        var result = ""
        var rest = Substring(source)
        while let start = rest.range(of: "url(") {
            result += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: ")") else { break }
            let path = String(rest[..<end])
            // Two folders up from assets/HASH/site.css is the root; what is below has its own hash.
            result += address(path).map { "../../\($0)" } ?? path
            rest = rest[end...]
        }
        return result + rest
    }

    /// `source` without comments and without the white space that means nothing: what stands between tokens of ours.
    static func shrink(_ source: String) -> String {
        var result = ""
        var rest = Substring(source)
        while let start = rest.range(of: "/*") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            rest = rest.range(of: "*/").map { rest[$0.upperBound...] } ?? ""
        }
        result += rest
        return result.split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }
            .filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}

extension Substring {
    /// Where `text` stands first.
    fileprivate func range(of text: String) -> Range<Index>? {
        var place = startIndex
        while let first = self[place...].firstIndex(where: { $0 == text.first }) {
            if self[first...].hasPrefix(text) { return first..<index(first, offsetBy: text.count) }
            place = index(after: first)
        }
        return nil
    }
}
