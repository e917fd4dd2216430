import Bytes
import Foundation
import Mustache
import Testing

/// The Mustache specification's own cases, from the folder ROSTER_CONFORMANCE_MUSTACHE names; skipped without it, since the
/// cases are not ours to ship. Lambdas are left out on purpose: data from a file holds no functions.
@Suite(.enabled(if: Specification.folder != nil, "set ROSTER_CONFORMANCE_MUSTACHE to the specification's JSON files"))
struct ConformanceTests {
    @Test(arguments: Specification.cases)
    func `follows the specification`(_ sample: Specification.Case) throws {
        let template = try DynamicTemplate(
            source: sample.template,
            partials: TemplateSources(sample.partials),
            mode: .text,
        )
        var output = OutputBuffer()
        try template.render(sample.data, into: &output)
        #expect(output.view.string == sample.expected)
    }

    @Test func `every module was found`() {
        #expect(Set(Specification.cases.map(\.module)).count >= 8)
    }
}

enum Specification {
    struct Case: Sendable, CustomTestStringConvertible {
        let module: String
        let name: String
        let template: String
        let partials: [String: String]
        let data: TemplateValue
        let expected: String
        var testDescription: String { "\(module): \(name)" }
    }

    static let folder = ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE_MUSTACHE"]

    static let cases: [Case] = {
        guard let folder else { return [] }
        do {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            let modules = files.filter { $0.hasSuffix(".json") && !$0.contains("lambdas") }
            return try modules.flatMap { try read(folder + "/" + $0, module: String($0.dropLast(5))) }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private static func read(_ path: String, module: String) throws -> [Case] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let document = unsafe try bytes.withUnsafeBytes { unsafe try TemplateValue(json: ByteView($0), file: path) }
        guard case .object(let fields) = document, case .list(let tests) = fields["tests"] else { return [] }
        return tests.compactMap { test in
            guard case .object(let test) = test, let template = text(test["template"]) else { return nil }
            var partials: [String: String] = [:]
            if case .object(let sources) = test["partials"] { partials = sources.compactMapValues(text) }
            return Case(
                module: module,
                name: text(test["name"]) ?? "?",
                template: template,
                partials: partials,
                data: test["data"] ?? .null,
                expected: text(test["expected"]) ?? "",
            )
        }
    }

    private static func text(_ value: TemplateValue?) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}
