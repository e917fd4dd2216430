/// Turns a template's tags into a tree: pairs them, decides which stand alone on their lines, cuts the text.
struct TemplateParser {
    private let source: SourceText
    private var tags: [Tag]
    private var depth = 0

    /// No page nests a tenth of this; a hostile template must not overflow the stack.
    private static let nesting = 200

    static func parse(_ source: SourceText) throws(TemplateError) -> ParsedTemplate {
        var parser = TemplateParser(source: source, tags: try Lexer.tags(of: source))
        try parser.pair()
        for index in parser.tags.indices { parser.decideLines(index) }
        var index = 0
        let nodes = try parser.nodes(from: 0, &index, isArguments: false)
        return ParsedTemplate(source: source, nodes: nodes)
    }

    // MARK: Pairing

    private mutating func pair() throws(TemplateError) {
        var open: [Int] = []
        for index in tags.indices {
            switch tags[index].kind {
            case .section, .inverted, .parent, .block:
                tags[index].isArgument =
                    tags[index].kind == .block && open.last.map { tags[$0].kind == .parent } ?? false
                open.append(index)
                guard open.count <= Self.nesting else {
                    throw source.error(tags[index].range.lowerBound, "sections nest more than \(Self.nesting) deep")
                }
            case .close: try close(index, &open)
            default: break
            }
        }
        guard let last = open.last else { return }
        throw source.error(tags[last].range.lowerBound, "'\(tags[last].name)' opens here and is never closed")
    }

    private mutating func close(_ index: Int, _ open: inout [Int]) throws(TemplateError) {
        let tag = tags[index]
        guard let last = open.popLast() else {
            throw source.error(tag.range.lowerBound, "'\(tag.name)' is closed but not open")
        }
        let squeezed = { (name: String) in name.filter { !$0.isWhitespace } }
        guard tags[last].name == tag.name || squeezed(tags[last].name) == squeezed(tag.name) else {
            let opened = source.error(tags[last].range.lowerBound, "").place
            throw source.error(
                tag.range.lowerBound,
                "'\(tag.name)' is closed here, but '\(tags[last].name)' is open since \(opened)",
            )
        }
        tags[index].partner = last
        tags[last].partner = index
    }

    // MARK: Lines

    /// A tag alone on its line takes the line with it; a parent or block with nothing but itself on its lines as well.
    private mutating func decideLines(_ index: Int) {
        let tag = tags[index]
        let alone = tag.leftBlank && tag.rightBlank
        switch tag.kind {
        case .variable, .raw: return
        case .parent:
            guard tag.leftBlank, let close = tag.partner, tags[close].rightBlank else { return }
            tags[index].stripsLeft = true
            tags[close].stripsRight = true
        case .block where tag.isArgument: tags[index].stripsRight = tag.rightBlank
        case .block: decideBlock(index, alone)
        case .close: decideClose(index, alone)
        default: strip(index, alone)
        }
    }

    private mutating func strip(_ index: Int, _ alone: Bool) {
        guard alone else { return }
        tags[index].stripsLeft = true
        tags[index].stripsRight = true
    }

    private mutating func decideClose(_ index: Int, _ alone: Bool) {
        guard let open = tags[index].partner else { return }
        switch tags[open].kind {
        case .parent: return
        case .block where tags[open].isArgument: tags[index].stripsLeft = tags[index].leftBlank
        default: strip(index, alone)
        }
    }

    private mutating func decideBlock(_ index: Int, _ alone: Bool) {
        strip(index, alone)
        guard !alone, tags[index].leftBlank, let close = tags[index].partner, isOneLinePair(index, close) else {
            return
        }
        tags[index].stripsLeft = true
        tags[close].stripsRight = true
    }

    /// `{{$name}}{{/name}}` with nothing inside, and nothing else on the line.
    private func isOneLinePair(_ index: Int, _ close: Int) -> Bool {
        close == index + 1 && tags[close].rightBlank && !tags[close].leftBlank
            && source.bytes[tags[index].range.upperBound..<tags[close].range.lowerBound].allSatisfy(Lexer.isBlank)
    }

    // MARK: Tree

    /// The nodes up to the closing tag that `index` stops at, or to the end. Arguments keep only their blocks.
    private mutating func nodes(from start: Int, _ index: inout Int, isArguments: Bool) throws(TemplateError) -> [Node]
    {
        var nodes: [Node] = []
        var offset = start
        while index < tags.count {
            let tag = tags[index]
            if !isArguments { appendText(offset..<max(offset, tag.start), to: &nodes) }
            if tag.kind == .close { return nodes }
            if !isArguments, !tag.stripsLeft, source.isLineStart(tag.range.lowerBound) { nodes.append(.lineStart) }
            let closing = tag.partner ?? index
            if let node = try node(&index) { nodes.append(node) }
            offset = tags[closing].end
            index = closing + 1
        }
        if !isArguments { appendText(offset..<source.bytes.count, to: &nodes) }
        return nodes
    }

    private func appendText(_ range: Range<Int>, to nodes: inout [Node]) {
        if !range.isEmpty { nodes.append(.text(range)) }
    }

    private mutating func node(_ index: inout Int) throws(TemplateError) -> Node? {
        let tag = tags[index]
        switch tag.kind {
        case .variable, .raw: return .variable(try name(tag), raw: tag.kind == .raw)
        case .silent, .close: return nil
        case .partial: return .partial(try reference(tag))
        case .section, .inverted:
            return .section(try name(tag), inverted: tag.kind == .inverted, try children(&index))
        case .parent:
            let reference = try reference(tag)
            let blocks = try children(&index, isArguments: true).compactMap { node -> Block? in
                if case .block(let block) = node { block } else { nil }
            }
            return .parent(reference, arguments: blocks)
        case .block: return .block(try block(&index))
        }
    }

    private mutating func children(_ index: inout Int, isArguments: Bool = false) throws(TemplateError) -> [Node] {
        let end = tags[index].end
        index += 1
        return try nodes(from: end, &index, isArguments: isArguments)
    }

    private mutating func block(_ index: inout Int) throws(TemplateError) -> Block {
        let open = tags[index]
        let close = tags[open.partner ?? index]
        return Block(
            name: open.name,
            offset: open.range.lowerBound,
            children: try children(&index),
            indentation: contentIndentation(open, close),
            opensLine: open.stripsRight,
            standsAlone: open.stripsLeft && close.stripsRight,
            closesLine: close.leftBlank,
        )
    }

    /// The white space before the first line of a block's content; without content, before its opening tag.
    private func contentIndentation(_ open: Tag, _ close: Tag) -> [UInt8] {
        let bytes = source.bytes
        var line = open.end
        while open.stripsRight, line < close.start {
            let first = bytes[line..<close.start].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? close.start
            guard first < close.start else { break }
            if !Lexer.isBlank(bytes[first]) { return Array(bytes[line..<first]) }
            line = (bytes[first..<close.start].firstIndex(of: UInt8(ascii: "\n")) ?? close.start) + 1
        }
        guard !open.isArgument, open.stripsLeft else { return [] }
        return Array(bytes[open.lines.lowerBound..<open.range.lowerBound])
    }

    // MARK: Names

    private func name(_ tag: Tag) throws(TemplateError) -> Name {
        try name(tag.name, tag.nameOffset)
    }

    private func name(_ text: String, _ offset: Int) throws(TemplateError) -> Name {
        if text == "." { return Name(parts: [], offset: offset) }
        // Most names are plain, which bytes show at once.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) || !text.contains(where: \.isWhitespace) else {
            throw source.error(offset, "a name has no spaces: '\(text)'")
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard !parts.contains("") else { throw source.error(offset, "an empty part in the name '\(text)'") }
        return Name(parts: parts, offset: offset)
    }

    private func reference(_ tag: Tag) throws(TemplateError) -> Reference {
        let indentation = tag.stripsLeft ? Array(source.bytes[tag.lines.lowerBound..<tag.range.lowerBound]) : nil
        let target: Reference.Target
        if tag.name.hasPrefix("*") {
            let rest = tag.name.dropFirst().drop(while: \.isWhitespace)
            target = .dynamic(try name(String(rest), tag.nameOffset))
        } else {
            target = .fixed(tag.name)
        }
        return Reference(target: target, offset: tag.range.lowerBound, indentation: indentation)
    }
}
