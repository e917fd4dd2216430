/// A block of one template.
struct BlockID: Hashable {
    let template: String
    let offset: Int
}

/// What fills a block: a block of a template further out, with what fills the blocks inside it there.
struct Binding: Hashable {
    let block: Block
    let source: SourceText
    let bindings: [String: Binding]

    private var id: BlockID { BlockID(template: source.name, offset: block.offset) }

    static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.bindings == right.bindings }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Compiler {
    /// Compiles a block where it stands: with what fills it, else with its own content. Names mean what they mean here; blocks
    /// inside a filling are those of the template that wrote it.
    mutating func compile(_ block: Block) throws(TemplateError) {
        guard let binding = environment.bindings[block.name] else { return try compile(block.children) }
        let saved = environment
        defer {
            environment = saved
            environment.continuesLine = false
        }
        environment.source = binding.source
        environment.bindings = binding.bindings
        environment.strip = binding.block.opensLine ? binding.block.indentation.count : 0
        try fill(block, with: binding.block, saved)
    }

    /// Content is indented as the place is, without the indentation it was written with; the white space of the last line
    /// stays what it was at the place.
    private mutating func fill(_ place: Block, with content: Block, _ outer: Environment) throws(TemplateError) {
        if place.standsAlone {
            environment.indentation = outer.indentation + place.indentation.dropFirst(outer.strip)
            if !content.opensLine, !content.children.isEmpty { try beginLine(at: content.offset) }
        } else if content.opensLine {
            environment.continuesLine = true
        }
        try compile(content.children)
        if place.standsAlone, !content.closesLine, !content.children.isEmpty {
            try emitLiteral([UInt8(ascii: "\n")], at: content.offset)
        }
    }
}
