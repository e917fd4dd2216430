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

    /// A number that changes when any template does: part of a page's ETag.
    public let revision: UInt64

    /// Compiles the templates of `pages`, each against its schema, with the other templates of `sources` as partials.
    ///
    /// Throws the first error; `errors(in:pages:mode:)` finds all. `mode` says how each page is escaped: `text` for those
    /// that are not HTML.
    public init(
        _ sources: TemplateSources,
        pages: [String: TemplateSchema],
        mode: (String) -> Mode = { _ in .html },
    ) throws(TemplateError) {
        let set = TemplateSet(sources.texts)
        for name in set.names { _ = try set.parsed(name) }
        var templates: [String: Template] = [:]
        for (name, schema) in pages.sorted(by: { $0.key < $1.key }) {
            templates[name] = try Self.template(name, set, schema, mode(name))
        }
        self.templates = templates
        revision = sources.revision
    }

    /// Every error that compiling would meet: one for each file that cannot be parsed, else one for each page.
    public static func errors(
        in sources: TemplateSources,
        pages: [String: TemplateSchema],
        mode: (String) -> Mode = { _ in .html },
    ) -> [TemplateError] {
        let set = TemplateSet(sources.texts)
        var errors: [TemplateError] = []
        func note(_ error: TemplateError) {
            if !errors.contains(where: { $0.place == error.place && $0.reason == error.reason }) {
                errors.append(error)
            }
        }
        for name in set.names {
            do throws(TemplateError) { _ = try set.parsed(name) } catch { note(error) }
        }
        for (name, schema) in pages.sorted(by: { $0.key < $1.key }) {
            do throws(TemplateError) { _ = try template(name, set, schema, mode(name)) } catch { note(error) }
        }
        return errors
    }

    /// The templates that no page puts in: most likely misspelt or left over.
    public static func unusedNames(in sources: TemplateSources, pages: some Sequence<String>) -> [String] {
        TemplateSet(sources.texts).unused(by: Set(pages))
    }

    private static func template(
        _ name: String,
        _ set: TemplateSet,
        _ schema: TemplateSchema,
        _ mode: Mode,
    ) throws(TemplateError) -> Template {
        Template(try Compiler.compile(name, in: set, schema: schema, isHTML: mode == .html), schema)
    }

    /// The template of the page called `name`; traps when it is not one of `pages`, which is a mistake in the program.
    public subscript(name: String) -> Template {
        guard let template = templates[name] else { preconditionFailure("no page '\(name)'") }
        return template
    }
}
