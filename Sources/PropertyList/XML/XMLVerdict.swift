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
        if let message {
            let finder = XMLFaultFinder(text: source.text.view, context: builder.faultContext(source.start))
            return finder.find() ?? fallback(builder, message)
        }
        if let fault = source.fault {
            return XMLFailure(problem: .fault(fault.sentence, hint: fault.hint), offset: fault.offset)
        }
        // The parser says nothing about a document that it never saw an element of.
        return builder.hasRoot ? nil : fallback(builder, "no property list in this file")
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
            let offset = sourceView.tagStart(after: Int(nodes[frame.node].offset))
            open.append(.init(name: frame.isDictionary ? "dict" : "array", offset: offset))
        }
        if let scalar {
            let offset = sourceView.tagStart(after: Int(nodes[text.node].offset))
            open.append(.init(name: scalar.name, offset: offset))
        }
        return XMLFaultFinder.Context(
            start: sourceView.constructStart(after: openSection ?? lastEnd),
            documentStart: documentStart,
            open: open,
            hasRoot: hasRoot || wrapper != .none,
        )
    }
}
