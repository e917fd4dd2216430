import Bytes
import Mustache
import Testing

/// The language itself, in text mode: what the specification leaves open or says in prose only.
struct LanguageTests {
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let source: String
        var partials: [String: String] = [:]
        let expected: String

        init(_ name: String, _ source: String, _ expected: String) {
            self.init(name, source, [:], expected)
        }

        init(_ name: String, _ source: String, _ partials: [String: String], _ expected: String) {
            testDescription = name
            self.source = source
            self.partials = partials
            self.expected = expected
        }
    }

    static let tree: TemplateValue = .object([
        "name": .string("a"),
        "nodes": .list([
            .object(["name": .string("b"), "nodes": .list([.object(["name": .string("c"), "nodes": .list([])])])]),
            .object(["name": .string("d"), "nodes": .list([])]),
        ]),
        "zero": .integer(0), "empty": .string(""), "real": .real(2.5), "whole": .real(3), "yes": .bool(true),
        "object": .object(["x": .string("inner"), "null": .null]), "x": .string("outer"), "part": .string("row"),
        "null": .string("outer"),
    ])

    static func render(_ source: String, _ partials: [String: String] = [:]) throws -> String {
        let template = try DynamicTemplate(source: source, partials: TemplateSources(partials), mode: .text)
        var output = OutputBuffer()
        try template.render(tree, into: &output)
        return output.view.string
    }

    @Test(arguments: [
        Sample("zero and the empty text are false", "{{#zero}}0{{/zero}}{{^empty}}-{{/empty}}", "-"),
        Sample("numbers are written short", "{{real}} {{whole}} {{zero}} {{yes}}", "2.5 3 0 true"),
        Sample("null hides an outer value", "{{#object}}[{{null}}]{{/object}}", "[]"),
        Sample("three braces with other delimiters", "{{=<% %>=}}<%{x}%> <%& x %>", "outer outer"),
        Sample("a tag over lines", "{{!\n a\n}}\n{{ x\n}}", "outer"),
        Sample("a lone brace is text", "{ {x} }}", "{ {x} }}"),
        Sample("white space before the sigil", "{{ # object }}{{ x }}{{ / object }}", "inner"),
        Sample("carriage returns", "a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "a\r\nb\r\nc"),
        Sample("missing partials are nothing", "a{{>gone}}b", "ab"),
        Sample("empty lines are indented too", "  {{>p}}\n", ["p": "a\n\nb\n"], "  a\n  \n  b\n"),
        Sample("indentation adds up", " {{>p}}\n", ["p": "p\n {{>q}}\n", "q": "q\nr\n"], " p\n  q\n  r\n"),
        Sample("inside a line it does not", " {{>p}}\n", ["p": "p {{>q}}.\n", "q": "q\nr"], " p q\nr.\n"),
        Sample(
            "a recursive partial is indented by each level",
            "{{>n}}",
            ["n": "{{name}}\n{{#nodes}}\n  {{>n}}\n{{/nodes}}\n"],
            "a\n  b\n    c\n  d\n"
        ),
        Sample(
            "a recursive partial inside a line",
            "{{>n}}",
            ["n": "{{name}}({{#nodes}}{{>n}}{{/nodes}})"],
            "a(b(c())d())"
        ),
        Sample(
            "two partials that call each other",
            "{{>m}}",
            ["m": "{{name}}<{{#nodes}}{{>n}}{{/nodes}}>", "n": "[{{>m}}]"],
            "a<[b<[c<>]>][d<>]>"
        ),
        Sample("a dynamic parent", "{{<*part}}{{$a}}x{{/a}}{{/*part}}", ["row": "<{{$a}}{{/a}}>"], "<x>"),
        Sample("a dynamic partial is indented", "  {{>*part}}\n", ["row": "a\nb\n"], "  a\n  b\n"),
        Sample("the same block twice", "{{<p}}{{$a}}x{{/a}}{{/p}}", ["p": "{{$a}}1{{/a}}{{$a}}2{{/a}}"], "xx"),
        Sample(
            "a block inside its own filling",
            "{{<p}}{{$a}}<{{$a}}own{{/a}}>{{/a}}{{/p}}",
            ["p": "{{$a}}1{{/a}}"],
            "<own>"
        ),
        Sample(
            "a parent inside a filling of the same parent",
            "{{<p}}{{$a}}1{{<p}}{{$a}}2{{/a}}{{/p}}{{/a}}{{/p}}",
            ["p": "<{{$a}}{{/a}}>"],
            "<1<2>>"
        ),
        Sample(
            "blocks pass through partials",
            "{{<p}}{{$a}}x{{/a}}{{/p}}",
            ["p": "{{>q}}", "q": "{{$a}}1{{/a}}"],
            "x"
        ),
        Sample(
            "a parent of a parent",
            "{{<p}}{{$b}}x{{/b}}{{/p}}",
            ["p": "{{<q}}{{$a}}({{$b}}1{{/b}}){{/a}}{{/q}}", "q": "{{$a}}2{{/a}}"],
            "(x)"
        ),
        Sample(
            "a filled block ends its line",
            "{{<p}}{{$a}}x{{/a}}{{/p}}",
            ["p": "1\n  {{$a}}\n  2\n  {{/a}}\n3\n"],
            "1\n  x\n3\n"
        ),
        Sample(
            "an empty filling leaves nothing",
            "{{<p}}{{$a}}{{/a}}{{/p}}",
            ["p": "1\n{{$a}}2{{/a}}\n3\n"],
            "1\n\n3\n"
        ),
        Sample(
            "sections in a filling are indented",
            "{{<p}}{{$a}}\n{{#yes}}\nx\n{{/yes}}\ny\n{{/a}}{{/p}}",
            ["p": "1\n  {{$a}}{{/a}}\n"],
            "1\n  x\n  y\n"
        ),
    ])
    func renders(_ sample: Sample) throws {
        #expect(try Self.render(sample.source, sample.partials) == sample.expected)
    }

    @Test(arguments: [
        ("a\n {{#x}}", "2:2", "'x' opens here and is never closed"),
        ("{{/x}}", "1:1", "closed but not open"),
        ("{{#x}}\n{{/y}}", "2:1", "'y' is closed here, but 'x' is open since template:1:1"),
        ("é{{x", "1:2", "never closed by '}}'"),
        ("{{=<% %>=}}<%x}}", "1:12", "never closed by '%>'"),
        ("{{}}", "1:1", "a tag without a name"),
        ("{{# }}", "1:1", "a tag without a name"),
        ("{{a b}}", "1:3", "a name has no spaces"),
        ("{{a..b}}", "1:3", "an empty part"),
        ("{{=a=}}", "1:1", "two delimiters"),
        ("{{=a=b c=}}", "1:1", "two delimiters"),
        ("{{{x}}", "1:1", "never closed"),
        ("{{object}}", "1:3", "is a list or an object"),
        ("{{>*nodes}}{{nodes}}", "1:14", "is a list or an object"),
    ])
    func `mistakes are shown in their place`(_ source: String, _ place: String, _ reason: String) throws {
        let error = try #require(throws: TemplateError.self) { try Self.render(source) }
        #expect(error.place == "template:\(place)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test(arguments: [
        ["p": "{{>p}}"],
        ["p": "{{>q}}", "q": "{{>r}}", "r": "{{>q}}"],
        ["p": "{{<p}}{{/p}}"],
        ["p": "{{<q}}{{$a}}{{>p}}{{/a}}{{/q}}", "q": "{{$a}}{{/a}}"],
        ["p": "{{^gone}}{{>p}}{{/gone}}"],
    ])
    func `templates without end are found when compiled`(_ partials: [String: String]) throws {
        let error = try #require(throws: TemplateError.self) { try Self.render("{{>p}}", partials) }
        #expect(error.reason.contains("without end"), "\(error)")
        #expect(error.reason.contains("→"))
    }

    @Test func `templates without end that data decides are found when rendered`() throws {
        #expect(throws: TemplateError.self) { try Self.render("{{>p}}", ["p": "{{#yes}}{{>p}}{{/yes}}"]) }
        #expect(throws: TemplateError.self) { try Self.render("{{>*part}}", ["row": "{{>*part}}"]) }
        #expect(throws: TemplateError.self) { try Self.render("{{>p}}", ["p": "{{#yes}}{{>p}}{{>p}}{{/yes}}"]) }
    }

    @Test func `partials that multiply are bounded`() throws {
        var partials = ["p0": "{{x}}{{x}}"]
        for level in 1...40 { partials["p\(level)"] = "{{>p\(level - 1)}}{{>p\(level - 1)}}" }
        let error = try #require(throws: TemplateError.self) { try Self.render("{{>p40}}", partials) }
        #expect(error.reason.contains("beyond all bounds"))
        let tag = (0..<60).map { "{{#yes}} x\($0)" }.joined() + String(repeating: "{{/yes}}", count: 60)
        #expect(throws: TemplateError.self) { _ = try DynamicTemplate(source: "<a" + tag + ">") }
        let nested = String(repeating: "{{#yes}}", count: 201) + String(repeating: "{{/yes}}", count: 201)
        #expect(throws: TemplateError.self) { try Self.render(nested) }
    }

    @Test func `an error looks like a compiler's`() throws {
        let error = try #require(throws: TemplateError.self) {
            try Self.render("x\n{{>list}}", ["list": "<ul>\n\t{{#a}}<li>{{b c}}{{/a}}"])
        }
        let expected = """
            list.mustache:2:14: error: a name has no spaces: 'b c'
              \t{{#a}}<li>{{b c}}{{/a}}
              \t            ^
            """
        #expect(error.description == expected)
    }
}
