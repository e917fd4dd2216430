public import Bytes

/// A template compiled without knowing its data: `roster render`.
///
/// Partials are those of `sources`; a missing one is nothing in text mode, as the specification says, and an error in HTML
/// mode. In HTML mode values are escaped by context as for pages.
/// ```swift
/// let sources = try TemplateSources(folder: "parts")
/// let template = try DynamicTemplate(file: "page.mustache", partials: sources)
/// try template.render(try TemplateValue(json: bytes, file: "data.json"), into: &output)
/// ```
public struct DynamicTemplate: Sendable {
    private let program: Program
    private let mode: TemplateLibrary.Mode

    /// The template in the file at `path`.
    public init(
        file path: String,
        partials: TemplateSources = .none,
        mode: TemplateLibrary.Mode = .html,
    ) throws(TemplateError) {
        try self.init(SourceText(name: path, file: path, bytes: TemplateSources.bytes(of: path)), partials, mode)
    }

    /// The template `source`, which messages call `file`.
    public init(
        source: String,
        file: String = "template",
        partials: TemplateSources = .none,
        mode: TemplateLibrary.Mode = .html,
    ) throws(TemplateError) {
        try self.init(SourceText(name: file, file: file, bytes: Array(source.utf8)), partials, mode)
    }

    /// The template itself takes a name that no partial tag can spell.
    private init(
        _ source: SourceText,
        _ partials: TemplateSources,
        _ mode: TemplateLibrary.Mode,
    ) throws(TemplateError) {
        let root = SourceText(name: "", file: source.file, bytes: source.bytes)
        let set = TemplateSet(partials.texts + [root])
        program = try Compiler.compile("", in: set, schema: nil, isHTML: mode == .html)
        self.mode = mode
    }

    /// Appends the template, filled from `value`, to `output`.
    ///
    /// Throws for a list or an object written as text, for three braces around a value that is not trusted in HTML mode, and
    /// where templates recurse without end. What was appended before stays in `output`.
    public func render(_ value: TemplateValue, into output: inout OutputBuffer) throws(TemplateError) {
        var renderer = DynamicRenderer(program, isHTML: mode == .html, value)
        try renderer.run(into: &output)
    }
}
