/// Turns parsed templates into one program: partials and blocks put in place, names resolved, escaping chosen.
struct Compiler {
    /// The templates by name; one that cannot be parsed is an error where it is used.
    let templates: TemplateSet
    /// The names in scope; nil for dynamic data.
    var scopes: ScopeStack?
    /// Where in the document; nil in text mode.
    var html: HTMLContext?
    var program = Program()
    var environment: Environment
    /// The templates being put in, outermost first.
    var chain: [Expansion] = []
    /// From which register to which the open sections lead; for dynamic data every section counts as progress.
    var edges: [Edge] = []
    var functions: [Expansion.Key: Function] = [:]
    private let work = Work()

    /// Counts nodes, also those compiled again or given up: sections within each other inside a tag can double the work.
    private final class Work {
        var nodes = 0
    }

    /// What surrounds the nodes being compiled.
    struct Environment {
        var source: SourceText
        /// Put before each line.
        var indentation: [UInt8] = []
        /// How much white space is taken away from the start of each line.
        var strip = 0
        /// The next line start is in the middle of a line of what surrounds it.
        var continuesLine = false
        /// Lines get the indentation of the calls as well.
        var hasCallIndentation = false
        /// What fills the blocks met here.
        var bindings: [String: Binding] = [:]
    }

    struct Edge {
        let source: Int
        let target: Int
    }

    /// Enough for any site; a template that multiplies itself ends here rather than in memory.
    private static let instructionLimit = 100_000
    private static let literalLimit = 32 * 1024 * 1024
    private static let nodeLimit = 200_000

    /// Compiles the template called `name` for the names of `schema`, or for dynamic data if it is nil.
    static func compile(
        _ name: String,
        in templates: TemplateSet,
        schema: TemplateSchema?,
        isHTML: Bool,
    ) throws(TemplateError) -> Program {
        let root = try templates.parsed(name)
        var compiler = Compiler(
            templates: templates,
            scopes: schema.map(ScopeStack.init),
            html: isHTML ? HTMLContext() : nil,
            environment: Environment(source: root.source),
        )
        let reference = Reference(target: .fixed(name), offset: 0, indentation: nil)
        try compiler.expand(name, root, reference, arguments: [])
        if let html = compiler.html, html.state != .text {
            throw root.source.error(root.source.bytes.count, "the template ends inside \(html.place)")
        }
        return compiler.program
    }

    // MARK: Nodes

    mutating func compile(_ nodes: [Node]) throws(TemplateError) {
        var index = 0
        while index < nodes.count {
            work.nodes += 1
            let next = index + 1 < nodes.count ? nodes[index + 1] : nil
            if let pair = Branches(nodes[index], next) {
                try compile(pair)
                index += pair.nodeCount
            } else {
                try compile(nodes[index])
                index += 1
            }
        }
    }

    private mutating func compile(_ node: Node) throws(TemplateError) {
        switch node {
        case .text(let range): try emit(range)
        case .lineStart: try beginLine(at: 0)
        case .variable(let name, let raw): try compile(name, raw: raw)
        case .partial(let reference): try expand(reference, arguments: [])
        case .parent(let reference, let arguments): try expand(reference, arguments: arguments)
        case .block(let block): try compile(block)
        case .section: return
        }
    }

    private mutating func compile(_ name: Name, raw: Bool) throws(TemplateError) {
        environment.continuesLine = false
        try checkSize(name.offset)
        let operand = try operand(name)
        let kind = operand.kind
        if kind == .list || kind == .object {
            throw error(name.offset, "'\(name.text)' is a \(kind == .list ? "list" : "record"): use it as a section")
        }
        emit(.write(operand, try escaping(name, kind, raw: raw)))
    }

    private mutating func escaping(
        _ name: Name,
        _ kind: TemplateKind?,
        raw: Bool,
    ) throws(TemplateError) -> HTMLContext.Escaping {
        guard html != nil else { return raw ? .none : .html }
        do throws(HTMLContext.Refusal) {
            if raw || kind == .html {
                try html?.checkMarkup()
                return try markupEscaping(name, kind, raw: raw)
            }
            return try html?.escaping(isAddress: kind == .url) ?? .html
        } catch {
            throw self.error(name.offset, error.reason)
        }
    }

    private func markupEscaping(
        _ name: Name,
        _ kind: TemplateKind?,
        raw: Bool,
    ) throws(HTMLContext.Refusal) -> HTMLContext.Escaping {
        guard let kind else { return .none }
        guard kind == .html else {
            throw HTMLContext.Refusal("'\(name.text)' is not trusted markup: write {{\(name.text)}}, which escapes it")
        }
        guard raw else {
            throw HTMLContext.Refusal("'\(name.text)' is trusted markup: write {{{\(name.text)}}}")
        }
        return .none
    }

    // MARK: Names

    /// Where the value called `name` is found; the objects of a dotted name are followed first.
    mutating func operand(_ name: Name) throws(TemplateError) -> Operand {
        guard let path = try path(name) else { return .name(name, environment.source) }
        return operand(path)
    }

    /// The resolved path of `name`; nil for dynamic data.
    func path(_ name: Name) throws(TemplateError) -> ScopeStack.Path? {
        do throws(ScopeStack.Unresolved) {
            return try scopes?.resolve(name)
        } catch {
            throw self.error(name.offset, error.reason)
        }
    }

    mutating func operand(_ path: ScopeStack.Path, target: Int = 0) -> Operand {
        var register = path.register
        for step in path.through {
            emit(.follow(.slot(register: register, slot: step.slot, target: 0)))
            register = RenderStack.pathRegister
        }
        return .slot(register: register, slot: path.end.slot, target: target)
    }

    // MARK: Output

    mutating func emit(_ instruction: Instruction) {
        program.code.append(instruction)
    }

    func checkSize(_ offset: Int) throws(TemplateError) {
        guard program.code.count <= Self.instructionLimit, program.literals.count <= Self.literalLimit,
            work.nodes <= Self.nodeLimit
        else {
            throw error(offset, "the templates grow beyond all bounds here: do partials or sections multiply?")
        }
    }

    func error(_ offset: Int, _ reason: String) -> TemplateError {
        var error = environment.source.error(offset, reason)
        error.includedFrom = chain.reversed().compactMap(\.place)
        return error
    }
}
