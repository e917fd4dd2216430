/// Every template of a site, compiled: never changed, replaced as a whole.
///
/// To reload, make a new library: if that throws, the old one is still there.
public final class TemplateLibrary: Sendable {
    private let templates: [String: Template]

    /// How a page's template is escaped.
    public enum Mode: Sendable {
        /// By context, as HTML: the default.
        case html
        /// As the Mustache specification says, without looking at the context.
        case text
    }

    /// Compiles the templates of `pages`, each against its schema. `sources` holds their text by name (`friends`,
    /// `parts/row`) and that of the partials they use; `file` turns a name into what messages call it.
    ///
    /// Throws the first error of the first page in name order. See `errors(in:pages:)` for all of them.
    public convenience init(
        sources: [String: String],
        pages: [String: TemplateSchema],
        mode: Mode = .html,
    ) throws(TemplateError) {
        let texts = sources.map { SourceText(name: $0, file: $0 + ".mustache", bytes: Array($1.utf8)) }
        try self.init(TemplateSet(texts), pages, mode)
    }

    init(_ set: TemplateSet, _ pages: [String: TemplateSchema], _ mode: Mode) throws(TemplateError) {
        for name in set.names { _ = try set.parsed(name) }
        var templates: [String: Template] = [:]
        for (name, schema) in pages.sorted(by: { $0.key < $1.key }) {
            let program = try Compiler.compile(name, in: set, schema: schema, isHTML: mode == .html)
            templates[name] = Template(program, schema)
        }
        self.templates = templates
    }

    /// The template of the page called `name`; traps when it is not one of `pages`, which is a mistake in the program.
    public subscript(name: String) -> Template {
        guard let template = templates[name] else { preconditionFailure("no page '\(name)'") }
        return template
    }
}
