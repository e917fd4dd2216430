/// The templates that can put each other in, parsed.
struct TemplateSet: Sendable {
    private let results: [String: Result<ParsedTemplate, TemplateError>]
    private let recursive: Set<String>
    /// The names each template puts in; nil if a value may name one.
    private let references: [String: Set<String>]?
    /// The names that tags can spell, sorted; the template that dynamic data is rendered with has none.
    let names: [String]

    init(_ sources: [SourceText]) {
        var results: [String: Result<ParsedTemplate, TemplateError>] = [:]
        for source in sources {
            results[source.name] = Result { () throws(TemplateError) in try TemplateParser.parse(source) }
        }
        self.results = results
        names = results.keys.filter { !$0.isEmpty }.sorted()
        references = Self.references(results)
        recursive = Self.recursiveNames(results, references)
    }

    func contains(_ name: String) -> Bool { results[name] != nil }

    /// The template called `name`; throws why it cannot be parsed, or that there is none.
    func parsed(_ name: String) throws(TemplateError) -> ParsedTemplate {
        guard let result = results[name] else {
            let reason = "no template '\(name)'\(NameHint.text(for: name, among: names))"
            throw TemplateError(file: name, line: 0, column: 0, reason: reason, excerpt: "")
        }
        return try result.get()
    }

    /// Whether the template may put in itself, through others or through a dynamic name.
    func isRecursive(_ name: String) -> Bool { recursive.contains(name) }

    /// The templates that none of `pages` puts in, sorted; none if a value may name any.
    func unused(by pages: Set<String>) -> [String] {
        guard let references else { return [] }
        return names.filter { name in
            !pages.contains(name) && !pages.contains { Self.reaches(name, from: $0, references) }
        }
    }

    private static func references(
        _ results: [String: Result<ParsedTemplate, TemplateError>]
    ) -> [String: Set<String>]? {
        var references: [String: Set<String>] = [:]
        for (name, result) in results {
            guard case .success(let template) = result else { continue }
            var found: Set<String> = []
            guard collect(template.nodes, &found) else { return nil }
            references[name] = found
        }
        return references
    }

    private static func recursiveNames(
        _ results: [String: Result<ParsedTemplate, TemplateError>],
        _ references: [String: Set<String>]?,
    ) -> Set<String> {
        guard let references else { return Set(results.keys) }
        return Set(results.keys.filter { reaches($0, from: $0, references) })
    }

    /// Gathers the templates that `nodes` put in; false if a value may name one.
    private static func collect(_ nodes: [Node], _ found: inout Set<String>) -> Bool {
        nodes.allSatisfy { node in
            switch node {
            case .section(_, _, let children): collect(children, &found)
            case .block(let block): collect(block.children, &found)
            case .partial(let reference): collect(reference, &found)
            case .parent(let reference, let arguments):
                collect(reference, &found) && arguments.allSatisfy { collect($0.children, &found) }
            case .text, .lineStart, .variable: true
            }
        }
    }

    private static func collect(_ reference: Reference, _ found: inout Set<String>) -> Bool {
        guard case .fixed(let name) = reference.target else { return false }
        found.insert(name)
        return true
    }

    private static func reaches(_ goal: String, from start: String, _ references: [String: Set<String>]) -> Bool {
        var open = [start]
        var seen: Set<String> = []
        while let name = open.popLast() {
            for next in references[name] ?? [] where seen.insert(next).inserted {
                if next == goal { return true }
                open.append(next)
            }
        }
        return false
    }
}
