internal import Bytes

/// Says what is wrong with XML that the parser refused, in words for people, and exactly where.
///
/// It looks at the text from the last tag, comment or instruction that the parser understood. It decides nothing: it is
/// asked only when the parser has refused something there.
struct XMLFaultFinder {
    /// An element that was not closed when the parser stopped.
    struct OpenElement {
        let name: StaticString
        let offset: Int
    }

    struct Context {
        /// Where the text begins that the construct lies in which was not understood.
        let start: Int
        let documentStart: Int
        /// The open elements, innermost last.
        let open: [OpenElement]
        let hasRoot: Bool

        /// Enough for looking at single characters.
        static var characters: Context { Context(start: 0, documentStart: 0, open: [], hasRoot: true) }
    }

    let text: ByteView
    let context: Context

    /// A fault on the way through a construct.
    struct Fault: Error {
        let offset: Int
        let sentence: String
        var hint: String?
    }

    /// The first fault at or after the start, or nil when this finder sees none.
    func find() -> XMLFailure? {
        var index = context.start
        // Texts, references and sections follow each other before the next tag; each is passed once.
        while true {
            do throws(Fault) {
                guard let next = try construct(at: index) else { return nil }
                index = next
            } catch {
                let problem = XMLProblem.fault(error.sentence, hint: error.hint)
                return XMLFailure(problem: problem, offset: error.offset)
            }
        }
    }

    /// The end of the construct at `index`, or nil if it needs a state this finder does not keep.
    private func construct(at index: Int) throws(Fault) -> Int? {
        guard index < text.count else { throw endOfFile(text.count) }
        guard text[index] == UInt8(ascii: "<") else {
            return text[index] == UInt8(ascii: "&") ? try reference(at: index) : try characters(at: index)
        }
        if starts(index, "<!--") { return try comment(at: index) }
        if starts(index, "<![CDATA[") { return try section(at: index) }
        if starts(index, "<!") { throw declaration(at: index) }
        if starts(index, "<?") { return try instruction(at: index) }
        if starts(index, "</") { return try endTag(at: index) }
        return try startTag(at: index)
    }

    func starts(_ index: Int, _ prefix: StaticString) -> Bool { text.dropFirst(index).hasPrefix(ByteView(prefix)) }

    var isInsideElement: Bool { !context.open.isEmpty }

    /// The file ended too early.
    func endOfFile(_ offset: Int) -> Fault {
        if let element = context.open.last {
            let line = SourcePosition(of: element.offset, in: text).line
            return Fault(
                offset: offset,
                sentence: "the file ends inside <\(element.name)>, which begins in line \(line)",
                hint: "</\(element.name)> is missing, or the file was cut off",
            )
        }
        if context.hasRoot {
            return Fault(offset: offset, sentence: "the file ends too early", hint: "it may have been cut off")
        }
        return Fault(offset: offset, sentence: "the file ends before <plist>", hint: "it holds no property list")
    }

    /// Text up to the next markup.
    private func characters(at start: Int) throws(Fault) -> Int {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: "<"), text[index] != UInt8(ascii: "&") {
            if !isInsideElement, !text[index].isXMLSpace { throw strayText(at: index) }
            if starts(index, "]]>") {
                throw Fault(offset: index, sentence: "']]>' in a text", hint: "write ]]&gt;")
            }
            index = try character(at: index)
        }
        return index
    }

    private func strayText(at offset: Int) -> Fault {
        if context.hasRoot {
            return Fault(
                offset: offset,
                sentence: "text after the end of the property list",
                hint: "nothing may follow </plist>",
            )
        }
        return Fault(
            offset: offset,
            sentence: "text before the property list",
            hint: "a file begins with <?xml or <plist>"
        )
    }
}
