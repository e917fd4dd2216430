/// A block of one template.
struct BlockID: Hashable {
    let template: String
    let offset: Int
}

/// What fills a block: another block, from the template that put this one in.
struct Binding {
    let block: Block
    let source: SourceText

    var id: BlockID { BlockID(template: source.name, offset: block.offset) }
}

extension Compiler {
    /// Compiles a block where it stands: with what fills it, else with its own content.
    mutating func compile(_ block: Block) throws(TemplateError) {
        guard let binding = environment.bindings[block.name], !environment.filling.contains(binding.id) else {
            return try compile(block.children)
        }
        let saved = environment
        defer {
            environment = saved
            environment.continuesLine = false
        }
        environment.source = binding.source
        environment.filling.insert(binding.id)
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
