/// A section, with the inverted section of the same name right beside it if there is one: exactly one is shown.
struct Branches {
    let name: Name
    /// The children shown for a true value, and for a false one; nil without such a section.
    let shown: [Node]?
    let hidden: [Node]?
    let nodeCount: Int

    init?(_ node: Node, _ next: Node?) {
        guard case .section(let name, let inverted, let children) = node else { return nil }
        self.name = name
        var other: [Node]?
        if case .section(let twin, let twinInverted, let nodes) = next, twin.parts == name.parts,
            twinInverted != inverted
        {
            other = nodes
        }
        shown = inverted ? other : children
        hidden = inverted ? children : other
        nodeCount = other == nil ? 1 : 2
    }
}

extension Compiler {
    mutating func compile(_ branches: Branches) throws(TemplateError) {
        let before = html
        var ends: [HTMLContext?] = []
        if let shown = branches.shown {
            try compileShown(branches.name, shown)
            ends.append(html)
        }
        if let hidden = branches.hidden {
            html = before
            try compileHidden(branches.name, hidden)
            ends.append(html)
        }
        if ends.count == 1 { ends.append(before) }
        html = try join(ends[0], ends[1], branches.name)
    }

    private mutating func compileHidden(_ name: Name, _ nodes: [Node]) throws(TemplateError) {
        let operand = try operand(name)
        let start = program.code.count
        emit(.unless(operand, end: start))
        try compile(nodes)
        close(start)
    }

    /// The body of a list is shown any number of times, that of an other value once. Dynamic data decides when it is rendered.
    private mutating func compileShown(_ name: Name, _ nodes: [Node]) throws(TemplateError) {
        guard let path = try path(name) else { return try compileUndecided(name, nodes) }
        if path.last.kind == .list {
            try compileRepeated(name, nodes)
        } else {
            try compileBody(name, nodes, repeats: false)
        }
    }

    /// A body that repeats must begin and end in contexts that can meet. If they differ but can meet, it is compiled again from
    /// where they do.
    private mutating func compileRepeated(_ name: Name, _ nodes: [Node]) throws(TemplateError) {
        let start = checkpoint
        var entry = html
        while true {
            try compileBody(name, nodes, repeats: true)
            let meeting = try join(entry, html, name)
            if meeting == entry { return }
            goBack(to: start)
            html = meeting
            entry = meeting
        }
    }

    /// Repeatable if that is possible and changes the escaping of no value; else a longer list will be an error.
    private mutating func compileUndecided(_ name: Name, _ nodes: [Node]) throws(TemplateError) {
        let start = checkpoint
        try compileBody(name, nodes, repeats: false)
        guard html != start.html else { return setRepeats(since: start) }
        let once = cut(from: start)
        do throws(TemplateError) {
            try compileRepeated(name, nodes)
            if escapings(since: start) == escapings(of: once) { return }
        } catch {
            // Right once, not twice: what `repeats` says.
        }
        restore(once, at: start)
    }

    private mutating func compileBody(_ name: Name, _ nodes: [Node], repeats: Bool) throws(TemplateError) {
        let saved = scopes
        let path = try path(name)
        let target = try enter(path, name)
        let operand: Operand = if let path { operand(path, target: target) } else { .name(name, environment.source) }
        let start = program.code.count
        emit(.begin(operand, end: start, repeats: repeats))
        try compile(nodes)
        close(start)
        scopes = saved
        if target >= 0 { edges.removeLast() }
    }

    /// Opens the scope of a section; says which register its record takes, or -1.
    private mutating func enter(_ path: ScopeStack.Path?, _ name: Name) throws(TemplateError) -> Int {
        guard let path else {
            edges.append(Edge(source: 0, target: 0))
            return 0
        }
        guard let schema = path.owner.schema(of: path.last) else {
            scopes?.push(path)
            return -1
        }
        guard let register = scopes?.push(schema) else {
            throw error(name.offset, "more than \(ScopeStack.pathRegister) kinds of record in one template")
        }
        edges.append(Edge(source: path.register, target: register))
        return register
    }

    private mutating func close(_ start: Int) {
        emit(.end(start: start))
        let end = program.code.count
        switch program.code[start] {
        case .begin(let operand, _, let repeats): program.code[start] = .begin(operand, end: end, repeats: repeats)
        case .unless(let operand, _): program.code[start] = .unless(operand, end: end)
        default: return
        }
    }

    private func join(_ one: HTMLContext?, _ other: HTMLContext?, _ name: Name) throws(TemplateError) -> HTMLContext? {
        guard let one, let other else { return nil }
        if let joined = one.joined(with: other) { return joined }
        let places = one.place == other.place ? "different parts of \(one.place)" : "\(one.place) or in \(other.place)"
        throw error(name.offset, "what follows '\(name.text)' would stand in \(places), as the data is")
    }
}
