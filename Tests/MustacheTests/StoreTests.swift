import Bytes
import Mustache
import Testing

/// Records in a scratch and in a store.
struct StoreTests {
    static let row = FriendsPage.row
    static let page = FriendsPage.page

    static func library(_ source: String) throws -> Template {
        try TemplateLibrary(TemplateSources(["page": source]), pages: ["page": page])["page"]
    }

    static func frozen(_ count: Int) -> (TemplateRecords, TemplateStore) {
        let builder = TemplateScratch()
        let rows = builder.records(row, count: count)
        for index in 0..<count { builder.set(rows[index], row["name"], text: "<\(index)>") }
        return (rows, builder.freeze())
    }

    static func render(_ template: Template, _ scratch: TemplateScratch, _ model: TemplateRecord) -> String {
        var output = OutputBuffer(capacity: 16)
        template.render(model, with: scratch, into: &output)
        return output.view.string
    }

    @Test func `a list may be a part of a store's records`() throws {
        let template = try Self.library("{{#rows}}{{name}}{{/rows}}")
        let (rows, store) = Self.frozen(5)
        let scratch = TemplateScratch()
        let model = scratch.record(Self.page)
        scratch.set(model, Self.page["rows"], list: rows[1..<3])
        #expect(Self.render(template, scratch, model) == "&lt;1&gt;&lt;2&gt;")
        scratch.set(model, Self.page["rows"], list: rows[4..<9])
        #expect(Self.render(template, scratch, model) == "&lt;4&gt;")
        scratch.set(model, Self.page["rows"], list: rows[0..<0])
        #expect(Self.render(template, scratch, model) == "")
        withExtendedLifetime(store) {}
    }

    @Test func `a list may point to records in any order`() throws {
        let template = try Self.library("{{#rows}}{{name}} {{/rows}}")
        let (rows, store) = Self.frozen(4)
        let scratch = TemplateScratch()
        let model = scratch.record(Self.page)
        let references = scratch.references(Self.row, count: 3)
        for (index, other) in [3, 0, 3].enumerated() { references.set(index, rows[other]) }
        scratch.set(model, Self.page["rows"], list: references)
        #expect(Self.render(template, scratch, model) == "&lt;3&gt; &lt;0&gt; &lt;3&gt; ")
        scratch.set(model, Self.page["rows"], list: references.prefix(1))
        #expect(Self.render(template, scratch, model) == "&lt;3&gt; ")
        withExtendedLifetime(store) {}
    }

    @Test func `a copy changes nothing in the store`() throws {
        let template = try Self.library("{{#rows}}{{name}}{{#vip}}!{{/vip}} {{/rows}}")
        let (rows, store) = Self.frozen(2)
        let scratch = TemplateScratch()
        let model = scratch.record(Self.page)
        let copies = scratch.records(copying: rows)
        scratch.set(copies[1], Self.row["vip"], flag: true)
        scratch.set(model, Self.page["rows"], list: copies)
        #expect(Self.render(template, scratch, model) == "&lt;0&gt; &lt;1&gt;! ")
        scratch.set(model, Self.page["rows"], list: rows)
        #expect(Self.render(template, scratch, model) == "&lt;0&gt; &lt;1&gt; ")
        let references = scratch.references(Self.row, count: 1)
        let copy = scratch.record(copying: rows[0])
        scratch.set(copy, Self.row["name"], text: "new")
        references.set(0, copy)
        scratch.set(model, Self.page["rows"], list: references)
        #expect(Self.render(template, scratch, model) == "new ")
        withExtendedLifetime(store) {}
    }

    @Test func `what was not set is empty, false and absent`() throws {
        let template = try Self.library(
            "[{{title}}{{owner.name}}{{{owner.bio}}}{{#owner}}o{{/owner}}{{^owner}}-{{/owner}}{{^rows}}none{{/rows}}]"
        )
        let scratch = TemplateScratch()
        #expect(Self.render(template, scratch, scratch.record(Self.page)) == "[-none]")
        let flags = try Self.library("{{#rows}}{{vip}}{{age}}{{href}}{{/rows}}")
        let model = scratch.record(Self.page)
        scratch.set(model, Self.page["rows"], list: scratch.records(Self.row, count: 2))
        #expect(Self.render(flags, scratch, model) == "falsefalse")
    }

    @Test func `a scratch is used again after a reset, whatever its size`() throws {
        let template = try Self.library("{{#rows}}{{name}}{{/rows}}")
        let scratch = TemplateScratch()
        for count in [1, 5000, 3, 40_000, 0, 7] {
            scratch.reset()
            let model = scratch.record(Self.page)
            let rows = scratch.records(Self.row, count: count)
            for index in 0..<count { scratch.set(rows[index], Self.row["name"], text: "\(index),") }
            scratch.set(model, Self.page["rows"], list: rows)
            let expected = (0..<count).map { "\($0)," }.joined()
            #expect(Self.render(template, scratch, model) == expected)
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000, 70_000, 200_000])
    func `texts of every length are copied whole`(_ count: Int) throws {
        let text = String((0..<count).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        let template = try Self.library(text + "{{title}}" + text)
        let scratch = TemplateScratch()
        let model = scratch.record(Self.page)
        scratch.set(model, Self.page["title"], text: text)
        #expect(Self.render(template, scratch, model) == text + text + text)
        scratch.set(model, Self.page["title"], text: text + "<")
        #expect(Self.render(template, scratch, model) == text + text + "&lt;" + text)
    }

    @Test(arguments: [0, 1, -1, 7, 10, 999, Int.max, Int.min])
    func `numbers are written whole`(_ number: Int) throws {
        let template = try Self.library("{{#rows}}{{age}}{{#age}}+{{/age}}{{/rows}}")
        let scratch = TemplateScratch()
        let model = scratch.record(Self.page)
        let rows = scratch.records(Self.row, count: 1)
        scratch.set(rows[0], Self.row["age"], number: number)
        scratch.set(model, Self.page["rows"], list: rows)
        #expect(Self.render(template, scratch, model) == "\(number)\(number == 0 ? "" : "+")")
    }

    @Test(arguments: [0, 1, 3, 5000]) func `many renderings become one text`(count: Int) throws {
        let outer = TemplateSchema("outer") { $0.html("rows", "What the rows make.") }
        let library = try TemplateLibrary(
            TemplateSources(["outer": "<p>{{{rows}}}</p>", "row": "<b>{{name}}</b>"]),
            pages: ["outer": outer, "row": Self.row]
        )
        let (outerTemplate, rowTemplate) = (library["outer"], library["row"])
        let scratch = TemplateScratch()
        let long = String(repeating: "&", count: 100)
        for _ in 0..<2 {
            let model = scratch.record(outer)
            let before = scratch.record(Self.row)
            scratch.set(before, Self.row["name"], text: "before")
            scratch.write(model, outer["rows"], rendering: rowTemplate, forEach: 0..<count) { index in
                let row = scratch.record(Self.row)
                scratch.set(row, Self.row["name"], text: "\(index)\(long)")
                return row
            }
            let after = scratch.record(Self.row)
            scratch.set(after, Self.row["name"], text: "after")
            let escaped = String(repeating: "&amp;", count: 100)
            let rows = (0..<count).map { "<b>\($0)\(escaped)</b>" }.joined()
            #expect(Self.render(outerTemplate, scratch, model) == "<p>\(rows)</p>")
            #expect(Self.render(rowTemplate, scratch, before) == "<b>before</b>")
            #expect(Self.render(rowTemplate, scratch, after) == "<b>after</b>")
            scratch.reset()
        }
    }

    @Test func `a store may be read by many threads`() async throws {
        let template = try Self.library("{{#rows}}{{name}}{{/rows}}")
        let (rows, store) = Self.frozen(100)
        let expected = (0..<100).map { "&lt;\($0)&gt;" }.joined()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let scratch = TemplateScratch()
                    let model = scratch.record(Self.page)
                    scratch.set(model, Self.page["rows"], list: rows)
                    return Self.render(template, scratch, model)
                }
            }
            for await text in group { #expect(text == expected) }
        }
        withExtendedLifetime(store) {}
    }
}
