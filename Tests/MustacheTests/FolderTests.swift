import Bytes
import Foundation
import Mustache
import Testing

/// Templates read from a folder, and read again.
struct FolderTests {
    /// A folder with `files`, gone when `body` ends.
    static func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
        }
        for (name, text) in files { try write(text, folder.appendingPathComponent(name)) }
        try body(folder.path)
    }

    static func write(_ text: String, _ file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    static let page = TemplateSchema("page") { $0.text("title") }

    static func render(_ library: TemplateLibrary) -> String {
        let scratch = TemplateScratch()
        let model = scratch.record(page)
        scratch.set(model, page["title"], text: "T")
        var output = OutputBuffer()
        library["page"].render(model, with: scratch, into: &output)
        return output.view.string
    }

    @Test func `names are paths without the ending; other files are not read`() throws {
        let files = [
            "page.mustache": "{{>parts/row}}", "parts/row.mustache": "<b>{{title}}</b>", ".hidden.mustache": "{{",
            "Strings/en.plist": "{{", ".mustache": "{{", "notes.txt": "{{",
        ]
        try Self.withFolder(files) { folder in
            let sources = try TemplateSources(folder: folder)
            #expect(sources.names == ["page", "parts/row"])
            #expect(Self.render(try TemplateLibrary(sources, pages: ["page": Self.page])) == "<b>T</b>")
        }
    }

    @Test func `a changed folder makes a new library, a broken one none`() throws {
        try Self.withFolder(["page.mustache": "one {{title}}"]) { folder in
            let file = URL(fileURLWithPath: folder + "/page.mustache")
            let first = try TemplateLibrary(TemplateSources(folder: folder), pages: ["page": Self.page])
            try Self.write("two {{title}}", file)
            let second = try TemplateLibrary(TemplateSources(folder: folder), pages: ["page": Self.page])
            #expect(Self.render(first) == "one T")
            #expect(Self.render(second) == "two T")
            #expect(first.revision != second.revision)
            try Self.write("three\n{{titel}}", file)
            let error = try #require(throws: TemplateError.self) {
                try TemplateLibrary(TemplateSources(folder: folder), pages: ["page": Self.page])
            }
            #expect(error.file == file.path)
            #expect((error.line, error.column) == (2, 3))
            #expect(Self.render(second) == "two T")
        }
    }

    @Test func `what cannot be read is named`() throws {
        let gone = try #require(throws: TemplateError.self) { try TemplateSources(folder: "/nowhere/at/all") }
        #expect(gone.description == "/nowhere/at/all: error: cannot be read: there is no such file")
        let file = try #require(throws: TemplateError.self) { try DynamicTemplate(file: "/nowhere.mustache") }
        #expect(file.description == "/nowhere.mustache: error: cannot be read: there is no such file")
        try Self.withFolder(["page.mustache": ""]) { folder in
            let path = folder + "/page.mustache"
            try Data([0x61, 0x0A, 0x62, 0xFF]).write(to: URL(fileURLWithPath: path))
            let error = try #require(throws: TemplateError.self) { try TemplateSources(folder: folder) }
            #expect(error.place == path + ":2:2")
            #expect(error.reason == "this byte is not UTF-8")
        }
    }

    @Test func `a template's own file, with partials from a folder`() throws {
        try Self.withFolder(["a/page.mustache": "{{>b}}", "parts/b.mustache": "<i>{{x}}</i>"]) { folder in
            let template = try DynamicTemplate(
                file: folder + "/a/page.mustache",
                partials: TemplateSources(folder: folder + "/parts"),
            )
            var output = OutputBuffer()
            try template.render(.object(["x": .string("<")]), into: &output)
            #expect(output.view.string == "<i>&lt;</i>")
        }
    }
}
