internal import Bytes

extension XMLFaultFinder {
    /// A comment, in which `--` may only end it (XML 1.0 §2.5).
    func comment(at start: Int) throws(Fault) -> Int {
        var index = start + 4
        while index < text.count {
            if starts(index, "--") {
                if starts(index, "-->") { return index + 3 }
                throw Fault(offset: index, sentence: "'--' inside a comment", hint: "write - - or remove it")
            }
            index = try character(at: index)
        }
        throw Fault(offset: start, sentence: "the comment that begins here does not end", hint: "write --> after it")
    }

    /// A CDATA section (XML 1.0 §2.7).
    func section(at start: Int) throws(Fault) -> Int {
        guard isInsideElement else {
            throw Fault(offset: start, sentence: "CDATA outside the property list", hint: nil)
        }
        var index = start + 9
        while index < text.count {
            if starts(index, "]]>") { return index + 3 }
            index = try character(at: index)
        }
        throw Fault(
            offset: start,
            sentence: "the CDATA section that begins here does not end",
            hint: "write ]]> after it"
        )
    }

    /// `<!` that the parser could not read.
    func declaration(at start: Int) -> Fault {
        let word = text[start..<min(start + 9, text.count)]
        guard word.equalsIgnoringCase("<!DOCTYPE" as StaticString) else {
            return Fault(
                offset: start,
                sentence: "'<!' that begins nothing known",
                hint: "write &lt; for a '<' that is text"
            )
        }
        let isPage = text.dropFirst(start + 9).trimmedStart.prefix(4).equalsIgnoringCase("html" as StaticString)
        if isPage {
            return Fault(
                offset: start,
                sentence: "this is a web page, not a property list",
                hint: "save the file itself, not the page that shows it",
            )
        }
        guard word == ByteView("<!DOCTYPE") else {
            return Fault(
                offset: start,
                sentence: "'\(word.string)' where '<!DOCTYPE' was due",
                hint: "use capital letters"
            )
        }
        if isInsideElement || context.hasRoot {
            return Fault(offset: start, sentence: "DOCTYPE inside or after the property list", hint: "remove it")
        }
        let line = text.dropFirst(start)
        let end = line.firstIndex(of: UInt8(ascii: ">")) ?? line.count
        let isCurly = (0..<end).contains { hasCurlyQuote(at: start + $0) }
        return Fault(
            offset: start,
            sentence: "the DOCTYPE is not written as it must be",
            hint: isCurly ? "write straight quotes (\"), not curly ones" : "remove it: a property list needs none",
        )
    }

    /// A processing instruction, or the XML declaration at the start (XML 1.0 §2.6, §2.8).
    func instruction(at start: Int) throws(Fault) -> Int {
        let nameEnd = nameEnd(from: start + 2)
        let target = text[start + 2..<nameEnd]
        if target.equalsIgnoringCase("xml" as StaticString) { throw xmlDeclaration(at: start) }
        guard !target.isEmpty else {
            throw Fault(offset: start, sentence: "'<?' without a name", hint: nil)
        }
        if nameEnd < text.count, !text[nameEnd].isXMLSpace, !starts(nameEnd, "?>") {
            throw Fault(
                offset: nameEnd,
                sentence: "'\(try shown(at: nameEnd))' after <?\(Quoted.excerpt(target))",
                hint: "white space or ?> was due"
            )
        }
        var index = nameEnd
        while index < text.count {
            if starts(index, "?>") { return index + 2 }
            index = try character(at: index)
        }
        throw Fault(offset: start, sentence: "the instruction that begins here does not end", hint: "write ?> after it")
    }

    private func xmlDeclaration(at start: Int) -> Fault {
        if start > context.documentStart {
            let before = text[context.documentStart..<start].trimmedXMLSpace
            let isSpace = before.isEmpty
            return Fault(
                offset: start,
                sentence: isSpace
                    ? "white space before <?xml, which must be the very first in a file"
                    : "<?xml in the middle of the file; it must be the very first",
                hint: isSpace ? "remove the empty lines and spaces before it" : "is this two files in one?",
            )
        }
        let line = text.dropFirst(start)
        let end = line.firstIndex(of: UInt8(ascii: ">")) ?? line.count
        let isCurly = (0..<end).contains { hasCurlyQuote(at: start + $0) }
        return Fault(
            offset: start,
            sentence: "the XML declaration is not written as it must be",
            hint: isCurly
                ? "write straight quotes (\"), not curly ones"
                : "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        )
    }
}

extension ByteView {
    /// Without XML white space at the start.
    var trimmedStart: ByteView {
        var start = 0
        while start < count, self[start].isXMLSpace { start += 1 }
        return dropFirst(start)
    }
}
