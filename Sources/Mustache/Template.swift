public import Bytes

/// A template compiled for the records of one schema.
///
/// Names are resolved, partials and blocks in place and the escaping of each value chosen when it is compiled. Rendering
/// copies: it allocates nothing but room in the buffer it writes to.
/// ```swift
/// let row = TemplateSchema("row") { $0.text("name"); $0.flag("vip"); $0.url("href") }
/// let page = TemplateSchema("page") { $0.text("title"); $0.list("rows", of: row) }
/// let library = try TemplateLibrary(
///     TemplateSources(["friends": "<h1>{{title}}</h1>{{#rows}}<a href=\"{{href}}\">{{name}}</a>{{/rows}}"]),
///     pages: ["friends": page],
/// )
/// let template = library["friends"]
///
/// let scratch = TemplateScratch()                       // one per event loop
/// scratch.reset()                                       // for each request
/// let model = scratch.record(page)
/// scratch.set(model, page["title"], text: "Friends")    // keep slots: look names up once
/// let rows = scratch.records(row, count: 2)
/// scratch.set(rows[0], row["name"], text: "Ann")
/// scratch.write(rows[0], row["href"]) { $0.append("?open="); $0.append("ann") }
/// scratch.set(model, page["rows"], list: rows)
/// template.render(model, with: scratch, into: &output)
/// ```
public final class Template: Sendable {
    /// The names it was compiled for.
    public let schema: TemplateSchema
    private let program: PackedProgram

    init(_ program: Program, _ schema: TemplateSchema) {
        self.program = PackedProgram(program)
        self.schema = schema
    }

    /// About how many bytes one rendering writes: the literals once and 32 bytes for each value.
    public var estimatedSize: Int { program.estimatedSize }

    /// Appends the template, filled from `model`, a record of its schema (traps otherwise), to `output`.
    ///
    /// `scratch` lends the memory for nesting; the model may stand in it or in a store. Sections that nest more than 8,192
    /// deep, which only a recursive schema allows, are left out.
    public func render(_ model: TemplateRecord, with scratch: TemplateScratch, into output: inout OutputBuffer) {
        precondition(model.schema == schema.id, "a model of another schema than '\(schema.name)'")
        unsafe Renderer.render(program, model, &scratch.machine, into: &output)
    }
}
