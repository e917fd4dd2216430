extension TemplateSchema {
    /// The names of `pages` as Markdown: a table for each page, then one for each kind of record they hold.
    ///
    /// The section of docs/templates.md about the pages is this text; a test of the site compares them.
    public static func documentation(of pages: [(name: String, schema: TemplateSchema)]) -> String {
        var text = ""
        var records: [TemplateSchema] = []
        for (name, schema) in pages {
            text += "### \(name).mustache\n\n" + schema.table
            schema.collect(&records)
        }
        let all = pages.map(\.schema)
        for record in records where !all.contains(where: { $0 === record }) {
            text += "### Each `\(record.name)`\n\n" + record.table
        }
        return text
    }

    private var table: String {
        var text = "| name | kind | meaning |\n| --- | --- | --- |\n"
        for field in fields { text += "| `\(field.name)` | \(kindText(field)) | \(field.note) |\n" }
        return text + "\n"
    }

    private func kindText(_ field: Field) -> String {
        guard let schema = schema(of: field) else { return "\(field.kind)" }
        return "\(field.kind) of `\(schema.name)`"
    }

    /// Adds the schemas below this one, each once, outer ones first.
    private func collect(_ records: inout [TemplateSchema]) {
        let below = fields.compactMap { schema(of: $0) }.filter { schema in
            schema !== self && !records.contains { $0 === schema }
        }
        records += below
        for schema in below { schema.collect(&records) }
    }
}
