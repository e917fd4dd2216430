extension Compiler {
    /// A template being put in.
    struct Expansion {
        /// What makes two expansions the same.
        struct Key: Hashable {
            let name: String
            let html: HTMLContext?
            let scopes: ScopeStack?
            let bindings: [String: Binding]
        }
        let key: Key
        let indentation: [UInt8]
        /// The tag that asked for it; nil for the outermost template.
        let tag: (source: SourceText, offset: Int)?

        var place: String? { tag.map { $0.source.error($0.offset, "").place } }
        /// How many sections were open.
        let edgeCount: Int
        /// Where its body begins, if it is called.
        let address: Int?
    }

    /// A body that is called.
    struct Function {
        let address: Int
        let indentation: [UInt8]
        let end: HTMLContext?
    }

    /// Templates within templates; far beyond any site, within any stack.
    private static let chainLimit = 64

    mutating func expand(_ reference: Reference, arguments: [Block]) throws(TemplateError) {
        defer { environment.continuesLine = false }
        switch reference.target {
        case .fixed(let name):
            guard templates.contains(name) else { return try missing(name, reference) }
            try expand(name, try templates.parsed(name), reference, arguments: arguments)
        case .dynamic(let name): try expandNamed(name, reference, arguments: arguments)
        }
    }

    /// The specification puts nothing where a template is missing; for pages it is an error.
    private func missing(_ name: String, _ reference: Reference) throws(TemplateError) {
        guard html != nil || scopes != nil else { return }
        throw error(reference.offset, "no template '\(name)'\(NameHint.text(for: name, among: templates.names))")
    }

    mutating func expand(
        _ name: String,
        _ template: ParsedTemplate,
        _ reference: Reference,
        arguments: [Block],
    ) throws(TemplateError) {
        let saved = environment
        defer { environment = saved }
        environment = inner(template, reference, arguments)
        let key = key(name)
        if let active = chain.last(where: { $0.key == key }) {
            environment = saved
            return try recur(active, reference)
        }
        guard chain.count < Self.chainLimit else {
            environment = saved
            throw error(reference.offset, "templates within templates more than \(Self.chainLimit) deep")
        }
        let tag = chain.isEmpty ? nil : (source: saved.source, offset: reference.offset)
        if templates.isRecursive(name) {
            try call(template, reference, key, tag)
        } else {
            push(key, tag, address: nil)
            try compile(template.nodes)
            chain.removeLast()
        }
    }

    private func key(_ name: String) -> Expansion.Key {
        Expansion.Key(
            name: name,
            html: html,
            scopes: scopes,
            bindings: environment.bindings,
        )
    }

    private mutating func push(_ key: Expansion.Key, _ tag: (source: SourceText, offset: Int)?, address: Int?) {
        let expansion = Expansion(
            key: key,
            indentation: environment.indentation,
            tag: tag,
            edgeCount: edges.count,
            address: address,
        )
        chain.append(expansion)
    }

    /// What surrounds the nodes of a template that `reference` puts in: arguments from outside go first.
    private func inner(_ template: ParsedTemplate, _ reference: Reference, _ arguments: [Block]) -> Environment {
        var inner = Environment(source: template.source)
        inner.bindings = environment.bindings
        for block in arguments where inner.bindings[block.name] == nil {
            inner.bindings[block.name] = Binding(
                block: block,
                source: environment.source,
                bindings: environment.bindings,
            )
        }
        guard let own = reference.indentation else { return inner }
        inner.indentation = environment.indentation + own.dropFirst(environment.strip)
        inner.hasCallIndentation = environment.hasCallIndentation
        return inner
    }

    // MARK: Recursion

    /// Puts in a template that may put in itself: its body is written once and called.
    private mutating func call(
        _ template: ParsedTemplate,
        _ reference: Reference,
        _ key: Expansion.Key,
        _ tag: (source: SourceText, offset: Int)?,
    ) throws(TemplateError) {
        let indentation = environment.indentation
        let calls = CallIndentation(inherits: environment.hasCallIndentation, bytes: indentation)
        if isRuntimeIndented {
            environment.indentation = []
            environment.hasCallIndentation = true
        }
        if let known = functions[key], isRuntimeIndented || known.indentation == indentation {
            emit(.call(address: known.address, calls))
            html = known.end
            return
        }
        let jump = program.code.count
        emit(.jump(to: jump))
        push(key, tag, address: jump + 1)
        try compile(template.nodes)
        chain.removeLast()
        emit(.return)
        program.code[jump] = .jump(to: program.code.count)
        if key.html != html, templates.isRecursive(key.name) {
            throw error(
                reference.offset,
                "'\(key.name)' can be put in again further down: it must end in the context it begins in"
            )
        }
        functions[key] = Function(address: jump + 1, indentation: indentation, end: html)
        emit(.call(address: jump + 1, calls))
    }

    /// In text mode over dynamic data each level of a recursion is indented by the one before.
    private var isRuntimeIndented: Bool { scopes == nil && html == nil }

    /// A template inside itself, in the same state: right only if the data goes deeper each time.
    private mutating func recur(_ active: Expansion, _ reference: Reference) throws(TemplateError) {
        guard let address = active.address, goesDeeper(edges[active.edgeCount...]) else {
            throw error(reference.offset, "templates put each other in without end: \(cycle(active))")
        }
        emit(.call(address: address, callIndentation(reference)))
    }

    private func callIndentation(_ reference: Reference) -> CallIndentation {
        guard let own = reference.indentation else { return CallIndentation(inherits: false, bytes: []) }
        let bytes = environment.indentation + own.dropFirst(environment.strip)
        return CallIndentation(inherits: environment.hasCallIndentation, bytes: bytes)
    }

    private func cycle(_ active: Expansion) -> String {
        let start = chain.lastIndex { $0.key == active.key } ?? 0
        return (chain[start...].map(\.key.name) + [active.key.name]).joined(separator: " → ")
    }

    /// Whether some open section leads back to the record it started from, so that each round is one level further down.
    private func goesDeeper(_ edges: ArraySlice<Edge>) -> Bool {
        edges.contains { edge in
            var reached: Set<Int> = [edge.target]
            for _ in edges {
                for next in edges where reached.contains(next.source) { reached.insert(next.target) }
            }
            return reached.contains(edge.source)
        }
    }

    // MARK: Dynamic names

    /// Compiles every template that a value may name here.
    private mutating func expandNamed(_ name: Name, _ reference: Reference, arguments: [Block]) throws(TemplateError) {
        guard scopes == nil else {
            throw error(
                reference.offset,
                "'*\(name.text)': pages use no dynamic names; use a section for each template"
            )
        }
        let operand = try operand(name)
        let before = html
        var candidates: [String: Candidate] = [:]
        for candidate in templates.names {
            candidates[candidate] = try self.candidate(candidate, reference, arguments)
            html = before
        }
        emit(.callNamed(operand, candidates, callIndentation(reference)))
    }

    private mutating func candidate(
        _ name: String,
        _ reference: Reference,
        _ arguments: [Block],
    ) throws(TemplateError) -> Candidate {
        let start = checkpoint
        do throws(TemplateError) {
            let template = try templates.parsed(name)
            defer { environment = start.environment }
            environment = inner(template, reference, arguments)
            let key = key(name)
            if let address = chain.last(where: { $0.key == key })?.address { return .address(address) }
            let jump = program.code.count
            emit(.jump(to: jump))
            try call(template, reference, key, (source: start.environment.source, offset: reference.offset))
            program.code[jump] = .jump(to: program.code.count)
            guard let function = functions[key] else { return .error(error(reference.offset, "'\(name)' is empty")) }
            return .address(function.address)
        } catch {
            goBack(to: start)
            return .error(error)
        }
    }
}
