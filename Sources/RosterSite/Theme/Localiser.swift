/// Puts words and the addresses of assets into the source of a template, before it is compiled: `{{t.NAME}}` becomes the
/// string NAME of the language, `{{asset.FILE}}` the address of a file of Public/. So both cost nothing when rendered.
struct Localiser {
    let strings: Strings
    /// The address below the site's root of a public file, or nil where there is none.
    let address: (String) -> String?

    /// `source`, of the template file `file`, with its words and addresses put in.
    func localise(_ source: String, file: String) throws(ThemeError) -> String {
        var result = ""
        var rest = Substring(source)
        while let tag = rest.firstTag(opening: ["{{t.", "{{asset."]) {
            result += rest[..<tag.range.lowerBound]
            result += try replacement(for: tag, in: source, file: file)
            rest = rest[tag.range.upperBound...]
        }
        return result + rest
    }

    private func replacement(for tag: Tag, in source: String, file: String) throws(ThemeError) -> String {
        if tag.opening == "{{asset." {
            if let address = address(tag.name) { return address }
            throw ThemeError(
                "\(place(of: tag, in: source, file)): error: there is no file '\(tag.name)' in the public folder"
            )
        }
        guard strings.has(tag.name) else {
            throw ThemeError(
                "\(place(of: tag, in: source, file)): error: '\(strings.language)' has no string '\(tag.name)'"
            )
        }
        return Self.escape(strings[tag.name])
    }

    private func place(of tag: Tag, in source: String, _ file: String) -> String {
        let before = source[..<tag.range.lowerBound]
        let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.unicodeScalars.reversed().prefix { $0 != "\n" }.count + 1
        return "\(file):\(line):\(column)"
    }

    /// A string is text: what means something in HTML is escaped, except within its own tags.
    static func escape(_ text: String) -> String {
        var result = ""
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "{": depth += 1
            case "}": depth -= 1
            default: break
            }
            switch scalar {
            case "&" where depth == 0: result += "&amp;"
            case "<" where depth == 0: result += "&lt;"
            case ">" where depth == 0: result += "&gt;"
            case "\"" where depth == 0: result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A tag that is replaced.
    struct Tag {
        var opening: String
        var name: String
        var range: Range<String.Index>
    }
}

extension Substring {
    /// The first `{{…}}` that begins with one of `openings`.
    fileprivate func firstTag(opening openings: [String]) -> Localiser.Tag? {
        var place = startIndex
        while let brace = self[place...].firstIndex(of: "{") {
            let here = self[brace...]
            if let opening = openings.first(where: here.hasPrefix),
                let end = here.firstIndex(of: "}"), here[end...].hasPrefix("}}")
            {
                let start = index(brace, offsetBy: opening.count)
                return Localiser.Tag(
                    opening: opening,
                    name: String(self[start..<end]),
                    range: brace..<index(end, offsetBy: 2),
                )
            }
            place = index(after: brace)
        }
        return nil
    }
}
