internal import Bytes

extension XMLFaultFinder {
    /// A start tag (XML 1.0 §3.1).
    func startTag(at start: Int) throws(Fault) -> Int? {
        guard start + 1 < text.count else { throw endOfFile(start) }
        guard hasName(at: start + 1) else {
            throw Fault(offset: start, sentence: "'<' that begins no tag", hint: "write &lt; for a '<' that is text")
        }
        var index = nameEnd(from: start + 1)
        let tag = Quoted.excerpt(text[start..<index])
        if !isInsideElement, context.hasRoot {
            throw Fault(
                offset: start,
                sentence: "\(tag)> after the end of the property list",
                hint: "a file holds one property list: put both values into one <array>, or make two files",
            )
        }
        var names: [String] = []
        while true {
            let hadSpace = index < text.count && text[index].isXMLSpace
            index = skipSpace(from: index)
            guard index < text.count else {
                throw Fault(
                    offset: start,
                    sentence: "the file ends inside the tag \(tag)",
                    hint: "it may have been cut off",
                )
            }
            if text[index] == UInt8(ascii: ">") { return nil }
            if starts(index, "/>") { return nil }
            if text[index] == UInt8(ascii: "<") {
                throw Fault(offset: start, sentence: "the tag \(tag) has no '>'", hint: "write \(tag)>")
            }
            guard hadSpace else {
                throw Fault(
                    offset: index,
                    sentence: "'\(try shown(at: index))' in the tag \(tag)",
                    hint: "'>' or white space was due",
                )
            }
            index = try attribute(at: index, of: tag, &names)
        }
    }

    /// The character at `index`, for a message.
    func shown(at index: Int) throws(Fault) -> String {
        Quoted.excerpt(text[index..<(try character(at: index))])
    }

    private func attribute(at start: Int, of tag: String, _ names: inout [String]) throws(Fault) -> Int {
        guard hasName(at: start) else {
            throw Fault(
                offset: start,
                sentence: "'\(try shown(at: start))' in the tag \(tag)",
                hint: "'>' was due",
            )
        }
        var index = nameEnd(from: start)
        let attributeName = text[start..<index].string
        let shown = Quoted.excerpt(text[start..<index])
        if names.contains(attributeName) {
            throw Fault(offset: start, sentence: "the attribute '\(shown)' twice in the tag \(tag)", hint: "remove one")
        }
        names.append(attributeName)
        index = skipSpace(from: index)
        guard index < text.count, text[index] == UInt8(ascii: "=") else {
            if index < text.count { _ = try character(at: index) }
            throw Fault(
                offset: start,
                sentence: "the attribute '\(shown)' without a value",
                hint: "remove it, or write \(shown)=\"…\"",
            )
        }
        index = skipSpace(from: index + 1)
        return try value(at: index, of: shown)
    }

    private func value(at start: Int, of name: String) throws(Fault) -> Int {
        guard start < text.count, text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") else {
            throw Fault(
                offset: min(start, text.count),
                sentence: "the value of the attribute '\(name)' is not quoted",
                hint: hasCurlyQuote(at: start) ? "write straight quotes (\"), not curly ones" : "write \(name)=\"…\"",
            )
        }
        var index = start + 1
        while index < text.count, text[index] != text[start] {
            if text[index] == UInt8(ascii: "<") {
                throw Fault(
                    offset: index,
                    sentence: "'<' in the value of the attribute '\(name)'",
                    hint: "is its closing quote missing?",
                )
            }
            index = text[index] == UInt8(ascii: "&") ? try attributeReference(at: index) : try character(at: index)
        }
        guard index < text.count else {
            throw Fault(
                offset: start,
                sentence: "the value of the attribute '\(name)' has no closing quote",
                hint: hasCurlyQuote(at: start) ? "write straight quotes (\")" : nil,
            )
        }
        return index + 1
    }

    private func attributeReference(at index: Int) throws(Fault) -> Int {
        // References in the attributes of the root come before anything is open.
        let inner = XMLFaultFinder(
            text: text,
            context: Context(
                start: index,
                documentStart: context.documentStart,
                open: [OpenElement(name: "plist", offset: index)],
                hasRoot: true,
            )
        )
        return try inner.reference(at: index)
    }

    /// U+2018 … U+201F.
    func hasCurlyQuote(at index: Int) -> Bool {
        guard index < text.count, let (scalar, _) = UTF8Scanner.scalar(in: text, at: index) else { return false }
        return (0x2018...0x201F).contains(scalar)
    }

    /// An end tag (XML 1.0 §3.1), which must close the innermost element.
    func endTag(at start: Int) throws(Fault) -> Int? {
        guard start + 2 < text.count else { throw endOfFile(start) }
        guard hasName(at: start + 2) else {
            throw Fault(offset: start, sentence: "'</' without a name", hint: nil)
        }
        let end = nameEnd(from: start + 2)
        let name = text[start + 2..<end]
        try match(name, at: start)
        let close = skipSpace(from: end)
        guard close < text.count else {
            throw Fault(offset: start, sentence: "the file ends inside an end tag", hint: "it may have been cut off")
        }
        guard text[close] == UInt8(ascii: ">") else {
            throw Fault(
                offset: start,
                sentence: "the end tag </\(Quoted.excerpt(name)) has no '>'",
                hint: "write </\(Quoted.excerpt(name))>",
            )
        }
        return nil
    }

    private func match(_ name: ByteView, at offset: Int) throws(Fault) {
        let shown = Quoted.excerpt(name)
        guard let open = context.open.last else {
            throw Fault(offset: offset, sentence: "</\(shown)> closes nothing that is open", hint: "remove it")
        }
        guard ByteView(open.name) != name else { return }
        // The cut name at the end of a file closes nothing yet.
        guard offset + 2 + name.count < text.count else {
            throw Fault(offset: offset, sentence: "the file ends inside an end tag", hint: "it may have been cut off")
        }
        let line = SourcePosition(of: open.offset, in: text).line
        let isOpen = context.open.contains { ByteView($0.name) == name }
        throw Fault(
            offset: offset,
            sentence: "</\(shown)> where </\(open.name)> was due, for the <\(open.name)> in line \(line)",
            hint: isOpen ? "</\(open.name)> is missing" : "write </\(open.name)>",
        )
    }

    func skipSpace(from start: Int) -> Int {
        var index = start
        while index < text.count, text[index].isXMLSpace { index += 1 }
        return index
    }
}
