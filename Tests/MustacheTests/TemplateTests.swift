import Bytes
import Mustache
import Testing

/// A page of friends, as small as shows every kind of value.
enum FriendsPage {
    static let tag = TemplateSchema.word
    static let row = TemplateSchema("row") {
        $0.text("name")
        $0.flag("vip")
        $0.url("href")
        $0.number("age")
        $0.list("tags", of: tag)
    }
    static let owner = TemplateSchema("owner") {
        $0.text("name"); $0.html("bio")
    }
    static let page = TemplateSchema("page") {
        $0.text("title")
        $0.object("owner", owner)
        $0.list("rows", of: row)
    }

    /// `source` rendered with two friends, one of them important, and with an owner.
    static func render(_ source: String, partials: [String: String] = [:]) throws -> String {
        let sources = partials.merging(["page": source]) { $1 }
        let library = try TemplateLibrary(TemplateSources(sources), pages: ["page": page])
        let scratch = TemplateScratch()
        let model = fill(scratch)
        var output = OutputBuffer()
        library["page"].render(model, with: scratch, into: &output)
        return output.view.string
    }

    static func fill(_ scratch: TemplateScratch) -> TemplateRecord {
        let model = scratch.record(page)
        scratch.set(model, page["title"], text: "Ann & Bob")
        let person = scratch.record(owner)
        scratch.set(person, owner["name"], text: "<me>")
        scratch.set(person, owner["bio"], html: ByteView("<b>bold</b>"))
        scratch.set(model, page["owner"], object: person)
        let rows = scratch.records(row, count: 2)
        for (index, name) in ["Ann", "Bob \"B\" 'b'"].enumerated() {
            scratch.set(rows[index], row["name"], text: name)
            scratch.set(rows[index], row["age"], number: index * 40)
            scratch.set(rows[index], row["vip"], flag: index == 0)
            scratch.write(rows[index], row["href"]) {
                $0.append("?open="); $0.append(decimal: index); $0.append("&x")
            }
        }
        let words = scratch.records(tag, count: 2)
        scratch.set(words[0], tag["."], text: "old")
        scratch.set(words[1], tag["."], text: "new")
        scratch.set(rows[1], row["tags"], list: words)
        scratch.set(model, page["rows"], list: rows)
        return model
    }
}

struct TemplateTests {
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let source: String
        let expected: String

        init(_ name: String, _ source: String, _ expected: String) {
            testDescription = name
            self.source = source
            self.expected = expected
        }
    }

    @Test(arguments: [
        Sample("text is escaped", "<h1>{{title}}</h1>", "<h1>Ann &amp; Bob</h1>"),
        Sample(
            "attributes are escaped",
            "{{#rows}}<i title='{{name}}'>{{/rows}}",
            "<i title='Ann'><i title='Bob &quot;B&quot; &#39;b&#39;'>"
        ),
        Sample(
            "addresses are written as set",
            "{{#rows}}<a href=\"{{href}}\"></a>{{/rows}}",
            "<a href=\"?open=0&amp;x\"></a><a href=\"?open=1&amp;x\"></a>"
        ),
        Sample("flags choose", "{{#rows}}{{#vip}}V{{/vip}}{{^vip}}-{{/vip}}{{/rows}}", "V-"),
        Sample(
            "flags can be written",
            "{{#rows}}<p aria-expanded=\"{{vip}}\">{{/rows}}",
            "<p aria-expanded=\"true\"><p aria-expanded=\"false\">"
        ),
        Sample("numbers", "{{#rows}}{{age}}{{#age}}!{{/age}} {{/rows}}", "0 40! "),
        Sample("dotted names", "{{owner.name}}", "&lt;me&gt;"),
        Sample("objects are sections", "{{#owner}}{{name}}{{{bio}}}{{/owner}}", "&lt;me&gt;<b>bold</b>"),
        Sample("outer names show through", "{{#rows}}{{title}},{{/rows}}", "Ann &amp; Bob,Ann &amp; Bob,"),
        Sample("words", "{{#rows}}{{#tags}}({{.}}){{/tags}}{{^tags}}none {{/tags}}{{/rows}}", "none (old)(new)"),
        Sample("a text as a section", "{{#title}}[{{.}}]{{/title}}", "[Ann &amp; Bob]"),
    ])
    func renders(_ sample: Sample) throws {
        #expect(try FriendsPage.render(sample.source) == sample.expected)
    }
}
