import Bytes
import Mustache
import Testing

/// Templates compiled against the names of a page.
struct SchemaTests {
    @Test(arguments: [
        ("{{tilte}}", "1:3", "unknown name 'tilte'; did you mean 'title'?"),
        ("{{#rows}}{{nmae}}{{/rows}}", "1:12", "unknown name 'nmae'; did you mean 'name'?"),
        ("{{zzz}}", "1:3", "unknown name 'zzz'; known here: title, owner, rows"),
        ("{{vip}}", "1:3", "unknown name 'vip' here; 'rows' has it: use it inside {{#rows}}"),
        ("{{owner.nam}}", "1:3", "'owner' has no name 'nam'; did you mean 'name'?"),
        ("{{title.x}}", "1:3", "'title' is not an object: it has no 'x'"),
        ("{{rows.name}}", "1:3", "'rows' is not an object"),
        ("{{rows}}", "1:3", "'rows' is a list: use it as a section"),
        ("{{owner}}", "1:3", "'owner' is a record: use it as a section"),
        ("{{.}}", "1:3", "'.' is a whole 'page' here"),
        ("{{{title}}}", "1:4", "'title' is not trusted markup: write {{title}}"),
        ("{{&title}}", "1:4", "'title' is not trusted markup"),
        ("{{owner.bio}}", "1:3", "'owner.bio' is trusted markup: write {{{owner.bio}}}"),
        ("<p title='{{{owner.bio}}}'>", "1:14", "trusted markup can stand between tags only"),
        ("{{>*title}}", "1:1", "pages use no dynamic names"),
        ("{{>rwo}}", "1:1", "no template 'rwo'; did you mean 'row'?"),
        ("<b {{#rows}}a{{/rows}}>", "1:13", "white space is missing"),
        ("{{#rows}}<b title='{{/rows}}", "1:4", "would stand in"),
    ])
    func refuses(_ source: String, _ place: String, _ reason: String) throws {
        let error = try #require(throws: TemplateError.self) {
            try FriendsPage.render(source, partials: ["row": "{{name}}"])
        }
        #expect(error.place == "page.mustache:\(place)", "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func `an error in a partial says how it came there`() throws {
        let error = try #require(throws: TemplateError.self) {
            try FriendsPage.render(
                "\n{{>one}}",
                partials: ["one": " {{>two}}", "two": "{{#rows}}\n<i>{{nme}}</i>{{/rows}}"]
            )
        }
        let expected = """
            two.mustache:2:6: error: unknown name 'nme'; did you mean 'name'?
              <i>{{nme}}</i>{{/rows}}
                   ^
              included from one.mustache:1:2
              included from page.mustache:2:1
            """
        #expect(error.description == expected)
    }

    @Test(arguments: [
        ("<a href='{{#rows}}{{href}}{{/rows}}'>", "1:22"),
        ("<a href='{{#owner}}/{{/owner}}:'>", "1:31"),
    ])
    func `addresses in sections`(_ source: String, _ place: String) throws {
        // The first is right: each value is an address of its own, checked by itself.
        if source.contains("rows") {
            #expect(try FriendsPage.render(source) == "<a href='?open=0&amp;x?open=1&amp;x'>")
        } else {
            let error = try #require(throws: TemplateError.self) { try FriendsPage.render(source) }
            #expect(error.place == "page.mustache:\(place)")
        }
    }

    @Test(arguments: [
        (
            "{{#rows}}<a href='/go?to={{href}}'>{{/rows}}",
            "<a href='/go?to=%3Fopen%3D0%26x'><a href='/go?to=%3Fopen%3D1%26x'>"
        ),
        ("{{#rows}}<a href='/{{href}}'>{{/rows}}", "<a href='/?open=0&amp;x'><a href='/?open=1&amp;x'>"),
        ("<a href='{{title}}'>", "<a href='Ann%20&amp;%20Bob'>"),
        ("<a href='?q={{title}}'>", "<a href='?q=Ann%20%26%20Bob'>"),
        (
            "{{#rows}}<img srcset='{{href}} 1x, {{href}} {{age}}x'>{{/rows}}",
            "<img srcset='?open=0&amp;x 1x, ?open=0&amp;x 0x'><img srcset='?open=1&amp;x 1x, ?open=1&amp;x 40x'>"
        ),
        ("<img srcset='{{title}}'>", "<img srcset='Ann'>"),
        ("{{#rows}}{{href}} {{/rows}}", "?open=0&amp;x ?open=1&amp;x "),
    ])
    func `addresses by kind and place`(_ source: String, _ expected: String) throws {
        #expect(try FriendsPage.render(source) == expected)
    }

    @Test func `in text mode nothing is looked at but names`() throws {
        let sources = TemplateSources(["a": "<script>{{title}} {{{title}}} {{&title}}", "b": "{{x}}"])
        let library = try TemplateLibrary(sources, pages: ["a": FriendsPage.page], mode: { _ in .text })
        let scratch = TemplateScratch()
        var output = OutputBuffer()
        library["a"].render(FriendsPage.fill(scratch), with: scratch, into: &output)
        #expect(output.view.string == "<script>Ann &amp; Bob Ann & Bob Ann & Bob")
    }

    static let node = TemplateSchema("node") {
        $0.text("name"); $0.recursiveList("nodes")
    }
    static let outline = TemplateSchema("outline") {
        $0.text("title"); $0.list("nodes", of: node)
    }

    /// A chain of nodes, `depth` of them, each inside the one before.
    static func chain(_ scratch: TemplateScratch, depth: Int) -> TemplateRecord {
        let page = scratch.record(outline)
        scratch.set(page, outline["title"], text: "T")
        var inner: TemplateRecords?
        for level in (0..<depth).reversed() {
            let nodes = scratch.records(node, count: 1)
            scratch.set(nodes[0], node["name"], text: "\(level)")
            if let inner { scratch.set(nodes[0], node["nodes"], list: inner) }
            inner = nodes
        }
        if let inner { scratch.set(page, outline["nodes"], list: inner) }
        return page
    }

    static func render(_ sources: [String: String], depth: Int) throws -> String {
        let library = try TemplateLibrary(TemplateSources(sources), pages: ["page": outline])
        let scratch = TemplateScratch()
        let model = chain(scratch, depth: depth)
        var output = OutputBuffer()
        library["page"].render(model, with: scratch, into: &output)
        return output.view.string
    }

    @Test func `a recursive schema is shown by a partial that puts itself in`() throws {
        let sources = [
            "page": "{{#nodes}}{{>node}}{{/nodes}}", "node": "<li>{{name}} {{title}}{{#nodes}}{{>node}}{{/nodes}}</li>",
        ]
        #expect(try Self.render(sources, depth: 3) == "<li>0 T<li>1 T<li>2 T</li></li></li>")
        let deep = try Self.render(sources, depth: 3000)
        #expect(deep.hasSuffix("2999 T" + String(repeating: "</li>", count: 3000)))
    }

    @Test func `sections of a recursive schema nest without a partial`() throws {
        let sources = [
            "page":
                "{{#nodes}}{{name}}{{#nodes}}{{name}}{{#nodes}}{{name}}{{/nodes}}{{name}}{{/nodes}}{{name}}{{/nodes}}"
        ]
        #expect(try Self.render(sources, depth: 3) == "01210")
    }

    @Test func `beyond the limit nothing nests deeper`() throws {
        let sources = ["page": "{{#nodes}}{{>node}}{{/nodes}}", "node": "{{#nodes}}<b>{{>node}}</b>{{/nodes}}"]
        let text = try Self.render(sources, depth: 6000)
        let opened = text.components("<b>")
        #expect(opened > 4000 && opened < 5999)
        #expect(text.components("</b>") == opened)
    }

    @Test func `a recursive partial that gets no deeper is an error`() throws {
        for source in ["{{>node}}", "{{title}}{{#title}}{{>node}}{{/title}}", "{{^nodes}}{{>node}}{{/nodes}}"] {
            let error = try #require(throws: TemplateError.self) {
                try Self.render(["page": "{{>node}}", "node": source], depth: 1)
            }
            #expect(error.reason.hasSuffix("without end: node → node"), "\(error)")
        }
    }

    @Test func `a recursive partial ends where it began`() throws {
        let sources = ["page": "{{#nodes}}{{>node}}{{/nodes}}", "node": "<li>{{#nodes}}{{>node}}{{/nodes}}<b title='"]
        let error = try #require(throws: TemplateError.self) { try Self.render(sources, depth: 1) }
        #expect(error.reason.hasPrefix("'node' can be put in again further down"), "\(error)")
    }

    @Test func `all errors of a site at once`() {
        let sources = TemplateSources(["a": "{{x}}{{>part}}", "b": "{{y}}", "part": "{{#z}}", "c": "{{title}}"])
        let pages = ["a": FriendsPage.page, "b": FriendsPage.page, "c": FriendsPage.page, "d": FriendsPage.page]
        let places = TemplateLibrary.errors(in: sources, pages: pages).map(\.place)
        #expect(places == ["part.mustache:1:1", "a.mustache:1:3", "b.mustache:1:3", "d"])
    }
}

extension String {
    /// How often `part` stands in the string.
    func components(_ part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

extension SchemaTests {
    @Test func `templates that no page puts in are named`() {
        let sources = TemplateSources([
            "a": "{{>b}}", "b": "{{<c}}{{$x}}{{>d}}{{/x}}{{/c}}", "c": "", "d": "", "e": "{{>f}}", "f": "",
        ])
        #expect(TemplateLibrary.unusedNames(in: sources, pages: ["a"]) == ["e", "f"])
        #expect(TemplateLibrary.unusedNames(in: sources, pages: ["a", "e"]).isEmpty)
    }

    @Test func `the names of pages as Markdown`() {
        let leaf = TemplateSchema("leaf") {
            $0.url("href", "Where it leads."); $0.recursiveList("leaves")
        }
        let page = TemplateSchema("tree") {
            $0.text("title", "The heading."); $0.list("leaves", of: leaf)
        }
        let expected = """
            ### tree.mustache

            | name | kind | meaning |
            | --- | --- | --- |
            | `title` | text | The heading. |
            | `leaves` | list of `leaf` |  |

            ### Each `leaf`

            | name | kind | meaning |
            | --- | --- | --- |
            | `href` | url | Where it leads. |
            | `leaves` | list of `leaf` |  |


            """
        #expect(TemplateSchema.documentation(of: [(name: "tree", schema: page)]) == expected)
    }
}
