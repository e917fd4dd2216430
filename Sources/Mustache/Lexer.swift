/// Finds the tags of a template. Linear in its length.
struct Lexer {
    private let source: SourceText
    private var opening: [UInt8] = Array("{{".utf8)
    private var closing: [UInt8] = Array("}}".utf8)

    private init(_ source: SourceText) {
        self.source = source
    }

    /// Every tag of `source`, in order.
    static func tags(of source: SourceText) throws(TemplateError) -> [Tag] {
        var lexer = Lexer(source)
        var tags: [Tag] = []
        var offset = 0
        while let start = lexer.find(lexer.opening, from: offset) {
            let tag = try lexer.tag(at: start)
            tags.append(tag)
            offset = tag.range.upperBound
        }
        return tags
    }

    private func find(_ pattern: [UInt8], from offset: Int) -> Int? {
        let bytes = source.bytes
        var index = offset
        while index + pattern.count <= bytes.count {
            if bytes[index] == pattern[0], matches(pattern, at: index) { return index }
            index += 1
        }
        return nil
    }

    private func matches(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard offset + pattern.count <= source.bytes.count else { return false }
        for index in 0..<pattern.count where source.bytes[offset + index] != pattern[index] { return false }
        return true
    }

    private mutating func tag(at start: Int) throws(TemplateError) -> Tag {
        let content = skipBlanks(from: start + opening.count)
        guard content < source.bytes.count else { throw unclosed(start) }
        switch source.bytes[content] {
        case UInt8(ascii: "{"): return try triple(start, content)
        case UInt8(ascii: "="): return try delimiters(start, content)
        case UInt8(ascii: "!"): return try plain(start, .silent, content + 1)
        case UInt8(ascii: "&"): return try plain(start, .raw, content + 1)
        case UInt8(ascii: "#"): return try plain(start, .section, content + 1)
        case UInt8(ascii: "^"): return try plain(start, .inverted, content + 1)
        case UInt8(ascii: "/"): return try plain(start, .close, content + 1)
        case UInt8(ascii: ">"): return try plain(start, .partial, content + 1)
        case UInt8(ascii: "<"): return try plain(start, .parent, content + 1)
        case UInt8(ascii: "$"): return try plain(start, .block, content + 1)
        default: return try plain(start, .variable, content)
        }
    }

    private func plain(_ start: Int, _ kind: Tag.Kind, _ content: Int) throws(TemplateError) -> Tag {
        guard let end = find(closing, from: content) else { throw unclosed(start) }
        return try tag(start, kind, content..<end, end: end + closing.count)
    }

    /// `{{{name}}}`: a brace more on each side, whatever the delimiters are.
    private func triple(_ start: Int, _ content: Int) throws(TemplateError) -> Tag {
        let pattern = [UInt8(ascii: "}")] + closing
        guard let end = find(pattern, from: content + 1) else { throw unclosed(start) }
        return try tag(start, .raw, content + 1..<end, end: end + pattern.count)
    }

    private mutating func delimiters(_ start: Int, _ content: Int) throws(TemplateError) -> Tag {
        let pattern = [UInt8(ascii: "=")] + closing
        guard let end = find(pattern, from: content + 1) else { throw unclosed(start) }
        let parts = source.bytes[content + 1..<end].split { Self.isBlank($0) }
        guard parts.count == 2, parts.allSatisfy({ !$0.contains(UInt8(ascii: "=")) }) else {
            throw source.error(start, "a delimiter tag holds two delimiters without '=', like {{=<% %>=}}")
        }
        let tag = makeTag(.silent, "", start..<end + pattern.count, nameOffset: content)
        opening = Array(parts[0])
        closing = Array(parts[1])
        return tag
    }

    private func tag(
        _ start: Int,
        _ kind: Tag.Kind,
        _ content: Range<Int>,
        end: Int,
    ) throws(TemplateError) -> Tag {
        guard kind != .silent else { return makeTag(kind, "", start..<end, nameOffset: content.lowerBound) }
        let first = min(skipBlanks(from: content.lowerBound), content.upperBound)
        var last = content.upperBound
        while last > first, Self.isBlank(source.bytes[last - 1]) { last -= 1 }
        guard first < last else { throw source.error(start, "a tag without a name") }
        return makeTag(kind, source.string(first..<last), start..<end, nameOffset: first)
    }

    private func makeTag(_ kind: Tag.Kind, _ name: String, _ range: Range<Int>, nameOffset: Int) -> Tag {
        let bytes = source.bytes
        var left = range.lowerBound
        while left > 0, Self.isSpace(bytes[left - 1]) { left -= 1 }
        var right = range.upperBound
        while right < bytes.count, Self.isSpace(bytes[right]) { right += 1 }
        var next = right
        if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
        let endsLine = next < bytes.count && bytes[next] == UInt8(ascii: "\n")
        return Tag(
            kind: kind,
            name: name,
            range: range,
            nameOffset: nameOffset,
            lines: left..<(endsLine ? next + 1 : right),
            leftBlank: source.isLineStart(left),
            rightBlank: endsLine || right == bytes.count,
        )
    }

    private func skipBlanks(from offset: Int) -> Int {
        var index = offset
        while index < source.bytes.count, Self.isBlank(source.bytes[index]) { index += 1 }
        return index
    }

    private func unclosed(_ start: Int) -> TemplateError {
        source.error(start, "a tag opens here and is never closed by '\(String(decoding: closing, as: UTF8.self))'")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isBlank(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x0A || byte == 0x0D }
}
