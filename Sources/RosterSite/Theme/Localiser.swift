internal import Bytes

/// Puts words and the addresses of assets into the source of a template, before it is compiled: `{{t.NAME}}` becomes the
/// string NAME of the language, or a section that chooses between its forms for one and for others; `{{asset.FILE}}`
/// becomes the address of a file of Public/. So both cost nothing when rendered.
struct Localiser {
    let strings: Strings
    /// The address below the site's root of a public file, or nil where there is none.
    let address: (String) -> String?

    /// `source`, of the template file `file`, with its words and addresses put in.
    func localise(_ source: String, file: String) throws(ThemeError) -> String {
        let bytes = SharedBytes(Array(source.utf8))
        defer { withExtendedLifetime(bytes) {} }
        let source = bytes.view
        var result = OutputBuffer(capacity: 2 * source.count)
        var done = 0
        while let tag = Tag(firstIn: source, from: done) {
            result.append(source[done..<tag.start])
            result.append(try replacement(for: tag, in: source, file: file))
            done = tag.end
        }
        result.append(source.dropFirst(done))
        return result.view.string
    }

    private func replacement(for tag: Tag, in source: ByteView, file: String) throws(ThemeError) -> String {
        if tag.isAsset {
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
        let text = Self.escape(strings[tag.name])
        guard let singular = strings.singular(tag.name) else { return text }
        let flag = singular.number + CountSlots.suffix
        return "{{#\(flag)}}\(Self.escape(singular.form)){{/\(flag)}}{{^\(flag)}}\(text){{/\(flag)}}"
    }

    private func place(of tag: Tag, in source: ByteView, _ file: String) -> String {
        let lines = source.prefix(tag.start).string.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(file):\(lines.count):\((lines.last?.unicodeScalars.count ?? 0) + 1)"
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

    /// A tag that is replaced, and where it stands.
    private struct Tag {
        let isAsset: Bool
        let name: String
        let start, end: Int

        /// The first `{{t.NAME}}` or `{{asset.FILE}}` at or after `from`.
        init?(firstIn source: ByteView, from: Int) {
            var place = from
            while let brace = source.firstIndex(of: ByteView("{{"), from: place) {
                let here = source.dropFirst(brace)
                let isAsset = here.hasPrefix(ByteView("{{asset."))
                if isAsset || here.hasPrefix(ByteView("{{t.")),
                    let close = here.firstIndex(of: UInt8(ascii: "}")), here.dropFirst(close).hasPrefix(ByteView("}}"))
                {
                    self.isAsset = isAsset
                    name = here[(isAsset ? 8 : 4)..<close].string
                    (start, end) = (brace, brace + close + 2)
                    return
                }
                place = brace + 1
            }
            return nil
        }
    }
}
