import Bytes
import Foundation
import PropertyList
import Testing

@testable import RosterSite

/// The public files of ROSTER_CONFORMANCE_PLISTS; skipped where that is not set.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE_PLISTS"] != nil))
struct ShapeConformanceTests {
    private static let folder = ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE_PLISTS"] ?? ""

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/" + folder).sorted().map {
            "\(Self.folder)/\(folder)/\($0)"
        }
    }

    private func page(_ path: String) throws -> Page {
        let document = try PropertyList.parse(SharedBytes.contents(ofFile: path, limit: 1 << 24))
        let result = ShapeReader.read(document, pageName: "page", images: ImageIndex())
        return Page(name: "page", fileName: "page.plist", content: result.content, icons: result.icons)
    }

    @Test func `every file of the domain is a page of its own kind`() throws {
        for path in try files("domain") {
            let page = try page(path)
            switch page.content {
            case .friendList(let list): #expect(!list.groups.isEmpty && !list.friends.isEmpty, "\(path)")
            case .productGrid(let grid): #expect(!grid.products.isEmpty, "\(path)")
            case .chat(let chat): #expect(!chat.messages.isEmpty, "\(path)")
            case .outline, .unreadable: Issue.record("\(path) is an outline")
            }
        }
    }

    @Test func `every valid file is a page that can be searched and taken along`() throws {
        for path in try files("valid") + files("domain") {
            let page = try page(path)
            _ = page.select(FriendQuery(text: view("a b"), sort: .name), window: .everything)
            for format in ExportFormat.allCases where page.exports(as: format) {
                var buffer = OutputBuffer()
                page.export(as: format, into: &buffer)
                #expect(buffer.view.isUTF8, "\(path)")
                if format == .plist { _ = try PropertyList.parse(buffer.view) }
            }
            if case .outline(let outline) = page.content {
                #expect(outline.sections.allSatisfy { KeyRules.isKey(outline.text[outline.nodes[$0].key]) }, "\(path)")
            }
        }
    }
}
