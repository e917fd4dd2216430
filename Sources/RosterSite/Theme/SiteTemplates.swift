internal import Bytes
internal import Mustache

/// The templates of one language, compiled.
final class SiteTemplates: Sendable {
    /// Every page with a template: its file's name and the names it may use.
    static let pages: [String: TemplateSchema] = [
        "index": IndexView.schema,
        "friends": FriendListView.schema,
        "row": RowTemplate.schema,
        "counts": GroupParts.schema,
        "more": GroupParts.schema,
        "group": GroupView.schema,
        "grid": GridView.schema,
        "product": CellTemplate.schema,
        "chat": ChatView.schema,
        "outline": OutlineView.schema,
        "stretch": StretchView.schema,
        "error": ErrorView.schema,
    ]

    let index, friends, row, counts, more, group, grid, product, chat, outline, stretch, error: Template

    /// Compiles `sources` (by file name without ending) with the words and addresses of `localiser`.
    init(_ sources: [String: String], _ localiser: Localiser) throws(ThemeError) {
        var localised: [String: String] = [:]
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            localised[name] = try localiser.localise(source, file: name + ".mustache")
        }
        let library: TemplateLibrary
        do {
            library = try TemplateLibrary(TemplateSources(localised), pages: Self.pages)
        } catch {
            throw ThemeError("\(error)")
        }
        index = library["index"]
        friends = library["friends"]
        row = library["row"]
        counts = library["counts"]
        more = library["more"]
        group = library["group"]
        grid = library["grid"]
        product = library["product"]
        chat = library["chat"]
        outline = library["outline"]
        stretch = library["stretch"]
        error = library["error"]
    }
}
