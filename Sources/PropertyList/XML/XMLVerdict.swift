internal import Bytes

/// What a run of the parser came to: nothing wrong, or the first thing wrong with its place and path.
struct XMLVerdict {
    let refusal: PropertyListError?

    init(_ builder: borrowing XMLTreeBuilder, _ message: String?, _ source: XMLSource) {
        let text = source.text.view
        guard let failure = Self.failure(builder, message, source) else {
            refusal = nil
            return
        }
        let place = SourcePosition(of: failure.offset, in: text)
        refusal = PropertyListError(
            line: place.line,
            column: place.column,
            keyPath: builder.keyPath.description,
            sentence: failure.problem.sentence,
            hint: failure.problem.hint,
        )
    }

    private static func failure(
        _ builder: borrowing XMLTreeBuilder,
        _ message: String?,
        _ source: XMLSource
    ) -> XMLFailure? {
        if let failure = builder.failure { return failure }
        var found: XMLFailure?
        if message != nil {
            found = XMLFaultFinder(text: source.text.view, context: builder.faultContext(source.start)).find()
        }
        if let fault = source.fault, Self.isHidden(found, by: fault, in: source.text.view) {
            return XMLFailure(problem: .fault(fault.sentence, hint: fault.hint), offset: fault.offset)
        }
        if let found { return found }
        if let message { return fallback(builder, message) }
        // The parser says nothing about a document that it never saw an element of.
        return builder.hasRoot ? nil : fallback(builder, "no property list in this file")
    }

    /// Whether what was found is only that an unreadable place cuts a tag or a reference off: to the parser it is a
    /// character that is allowed nowhere.
    private static func isHidden(_ found: XMLFailure?, by fault: SourceFault, in text: ByteView) -> Bool {
        guard let found, found.offset < fault.offset else { return true }
        let tag = text[text.tagStart(before: found.offset + 1)..<fault.offset]
        if tag.first == UInt8(ascii: "<"), tag.firstIndex(of: UInt8(ascii: ">")) == nil { return true }
        let name = text[found.offset..<fault.offset]
        return name.first == UInt8(ascii: "&")
            && name.dropFirst(1).array.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "#") }
    }

    /// What only the parser knows, in its words.
    private static func fallback(_ builder: borrowing XMLTreeBuilder, _ message: String) -> XMLFailure {
        let words = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? message
        return XMLFailure(
            problem: .fault("the XML is not well-formed: \(Quoted.line(words))", hint: nil),
            offset: builder.sourceView.constructStart(after: builder.lastEnd),
        )
    }
}

extension XMLTreeBuilder {
    /// The document, when nothing was wrong.
    consuming func freeze(_ source: SharedBytes) -> PropertyList {
        let warnings = duplicateWarnings
        return PropertyList(
            format: .xml,
            source: source,
            arena: arena.freeze(),
            nodes: nodes,
            warnings: warnings,
        )
    }

    /// What the fault finder needs to know.
    func faultContext(_ documentStart: Int) -> XMLFaultFinder.Context {
        var open: [XMLFaultFinder.OpenElement] = []
        if wrapper == .open { open.append(.init(name: "plist", offset: wrapperOffset)) }
        for level in 0..<frames.depth {
            let frame = frames[level]
            let offset = sourceView.tagStart(before: Int(nodes[frame.node].offset))
            open.append(.init(name: frame.isDictionary ? "dict" : "array", offset: offset))
        }
        if let scalar {
            let offset = sourceView.tagStart(before: Int(nodes[nodes.count - 1].offset))
            open.append(.init(name: scalar.name, offset: offset))
        }
        return XMLFaultFinder.Context(
            start: sourceView.constructStart(after: lastEnd),
            documentStart: documentStart,
            open: open,
            hasRoot: hasRoot || wrapper != .none,
        )
    }
}
