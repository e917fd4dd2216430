import Foundation
import Mustache
import Testing

@testable import RosterSite

struct TemplateNamesTests {
    /// Theme authors read the names there; with ROSTER_WRITE_DOCS set the test writes them instead of comparing.
    @Test func `the guide to templates names what every page offers`() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        let guide = URL(fileURLWithPath: root + "/docs/templates.md")
        let pages = SiteTemplates.pages.sorted { $0.key < $1.key }.map { (name: $0.key, schema: $0.value) }
        let heading = "## The names each page offers\n\n"
        let names = heading + TemplateSchema.documentation(of: pages)
        let text = try String(contentsOf: guide, encoding: .utf8)
        if ProcessInfo.processInfo.environment["ROSTER_WRITE_DOCS"] != nil {
            let kept = text.components(separatedBy: heading)[0]
            try (kept + (kept.hasSuffix("\n\n") ? "" : "\n") + names).write(
                to: guide,
                atomically: true,
                encoding: .utf8
            )
        } else {
            #expect(text.contains(names), "run this test once with ROSTER_WRITE_DOCS=1")
        }
    }
}
