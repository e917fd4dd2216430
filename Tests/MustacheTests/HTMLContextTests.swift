import Bytes
import Mustache
import Testing

/// HTML mode: what is written where, and what may not stand where.
struct HTMLContextTests {
    struct Escaped: CustomTestStringConvertible {
        let source: String
        let value: String
        let expected: String
        var testDescription: String { source + " ← " + value }

        init(_ source: String, _ value: String, _ expected: String) {
            self.source = source
            self.value = value
            self.expected = expected
        }
    }

    /// `source` rendered with `{"v": value, "yes": true, "no": false, "list": ["1", "2"]}`, in HTML mode.
    static func render(_ source: String, _ value: String = "", partials: [String: String] = [:]) throws -> String {
        let template = try DynamicTemplate(source: source, partials: TemplateSources(partials))
        var output = OutputBuffer()
        let data: [String: TemplateValue] = [
            "v": .string(value), "yes": .bool(true), "no": .bool(false), "list": .list([.string("1"), .string("2")]),
            "trusted": .html("<b>!</b>"),
        ]
        try template.render(.object(data), into: &output)
        return output.view.string
    }

    @Test(arguments: [
        Escaped("<p>{{v}}</p>", "<a href='x'>\"&", "<p>&lt;a href=&#39;x&#39;&gt;&quot;&amp;</p>"),
        Escaped("<title>{{v}}</title>", "</title><script>", "<title>&lt;/title&gt;&lt;script&gt;</title>"),
        Escaped("<textarea>{{v}}</textarea>", "</textarea>", "<textarea>&lt;/textarea&gt;</textarea>"),
        Escaped("<svg><title>{{v}}</title></svg>", "<g>", "<svg><title>&lt;g&gt;</title></svg>"),
        Escaped("<p title=\"{{v}}\">", "\"><script>", "<p title=\"&quot;&gt;&lt;script&gt;\">"),
        Escaped("<p title='{{v}}'>", "' onclick='x", "<p title='&#39; onclick=&#39;x'>"),
        Escaped("<p data-url='{{v}}'>", "javascript:1", "<p data-url='javascript:1'>"),
        Escaped("<p title = '{{v}}' >", "a b", "<p title = 'a b' >"),
        Escaped("a < b <c>{{v}}</c>", "d", "a < b <c>d</c>"),
        Escaped("<!-- a --><p>{{v}}", "<", "<!-- a --><p>&lt;"),
        Escaped("<!--><p>{{v}}", "<", "<!--><p>&lt;"),
        Escaped("<!-- a --!><p>{{v}}", "<", "<!-- a --!><p>&lt;"),
        Escaped("<!doctype html><br/>{{v}}", "<", "<!doctype html><br/>&lt;"),
        Escaped("<script>if (1 < 2) go();</script>{{v}}", "<", "<script>if (1 < 2) go();</script>&lt;"),
        Escaped("<style>a > b {}</style>{{v}}", "<", "<style>a > b {}</style>&lt;"),
        Escaped("{{{trusted}}}{{&trusted}}", "", "<b>!</b><b>!</b>"),
        Escaped("<title>{{trusted}}</title>", "", "<title>&lt;b&gt;!&lt;/b&gt;</title>"),
    ])
    func escapes(_ sample: Escaped) throws {
        #expect(try Self.render(sample.source, sample.value) == sample.expected)
    }

    @Test(arguments: [
        Escaped("<a href='{{v}}'>", "https://a.example/?b=1&c=2#d", "<a href='https://a.example/?b=1&amp;c=2#d'>"),
        Escaped("<a href='{{v}}'>", "javascript:alert(1)", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", " \tJavaScript:alert(1)", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "java\tscript:alert(1)", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "java\nscript\r:alert(1)", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "\u{1}javascript:alert(1)", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "data:text/html,x", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "vbscript:x", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", ":x", "<a href='#blocked'>"),
        Escaped("<a href='{{v}}'>", "MAILTO:a@b.example", "<a href='MAILTO:a@b.example'>"),
        Escaped("<a href='{{v}}'>", "tel:+49-1", "<a href='tel:+49-1'>"),
        Escaped("<a href='{{v}}'>", "//a.example/b", "<a href='//a.example/b'>"),
        Escaped("<a href='{{v}}'>", "a/b:c", "<a href='a/b:c'>"),
        Escaped("<a href='{{v}}'>", "?a:b", "<a href='?a:b'>"),
        Escaped(
            "<a href='{{v}}'>",
            "/\\a'\"<>`{} é%zz%20%",
            "<a href='/%5Ca%27%22%3C%3E%60%7B%7D%20%C3%A9%25zz%20%25'>"
        ),
        Escaped("<a href='{{v}}'>", "&#106;avascript:x", "<a href='&amp;#106;avascript:x'>"),
        Escaped("<img src='{{v}}'>", "javascript:1", "<img src='#blocked'>"),
        Escaped("<form action='{{v}}'>", "javascript:1", "<form action='#blocked'>"),
        Escaped("<button formaction='{{v}}'>", "javascript:1", "<button formaction='#blocked'>"),
        Escaped("<svg><a xlink:href='{{v}}'>", "javascript:1", "<svg><a xlink:href='#blocked'>"),
        Escaped("<x-y my-src='{{v}}'>", "javascript:1", "<x-y my-src='#blocked'>"),
        Escaped("<a HREF='{{v}}'>", "javascript:1", "<a HREF='#blocked'>"),
        Escaped("<a href='/a/{{v}}/b'>", "../c d/?#&", "<a href='/a/..%2Fc%20d%2F%3F%23%26/b'>"),
        Escaped("<a href='/{{v}}'>", "/evil.example", "<a href='/%2Fevil.example'>"),
        Escaped("<a href='?q={{v}}'>", "a&b=c d'é:", "<a href='?q=a%26b%3Dc%20d%27%C3%A9%3A'>"),
        Escaped("<a href='#{{v}}'>", "a b", "<a href='#a%20b'>"),
        Escaped("<a href='java{{v}}'>", "script:alert(1)", "<a href='javascript%3Aalert%281%29'>"),
        Escaped("<a href='https://{{v}}/'>", "a.example/@b", "<a href='https://a.example%2F%40b/'>"),
        Escaped("<a href='?a=1&amp;b={{v}}'>", "c", "<a href='?a=1&amp;b=c'>"),
        Escaped("<a href='{{#yes}}/x{{/yes}}?q={{v}}'>", "a/b", "<a href='/x?q=a%2Fb'>"),
        Escaped("<a href='{{#yes}}{{v}}{{/yes}}{{^yes}}#{{/yes}}'>", "javascript:1", "<a href='#blocked'>"),
        Escaped("<a href='{{#no}}/{{/no}}{{v}}'>", "javascript:1", "<a href='javascript%3A1'>"),
        Escaped("<a href='{{v}}{{v}}'>", "java", "<a href='javajava'>"),
    ])
    func `addresses are checked and encoded`(_ sample: Escaped) throws {
        // A value is escaped for HTML last; the reference in it stays text.
        let expected = sample.value.hasPrefix("&#") ? "<a href='&amp;#106;avascript:x'>" : sample.expected
        #expect(try Self.render(sample.source, sample.value) == expected)
    }

    @Test(arguments: [
        Escaped("<img srcset='{{v}}'>", "a.png 1x, b.png 2x", "<img srcset='a.png 1x, b.png 2x'>"),
        Escaped("<img srcset='{{v}}'>", "javascript:1 1x, b.png  640w ", "<img srcset='#blocked 1x, b.png 640w'>"),
        Escaped("<img srcset='{{v}}'>", "a.png x\"y", "<img srcset='a.png'>"),
        Escaped("<img srcset='{{v}} 1x, {{v}} 2x'>", "a b.png", "<img srcset='a 1x, a 2x'>"),
        Escaped("<img srcset='/i/{{v}}.png 1x'>", "a, b", "<img srcset='/i/a%2C%20b.png 1x'>"),
        Escaped("<img srcset='a.png {{v}}x'>", "2, b", "<img srcset='a.png 2%2C%20bx'>"),
    ])
    func `candidates of srcset`(_ sample: Escaped) throws {
        #expect(try Self.render(sample.source, sample.value) == sample.expected)
    }

    struct Refused: CustomTestStringConvertible {
        let source: String
        let reason: String
        let column: Int
        var testDescription: String { source }

        init(_ source: String, _ reason: String, _ column: Int) {
            self.source = source
            self.reason = reason
            self.column = column
        }
    }

    @Test(arguments: [
        Refused("<script>{{v}}</script>", "inside <script>", 11),
        Refused("<script>var a = '{{v}}'</script>", "inside <script>", 20),
        Refused("<SCRIPT >{{v}}", "inside <script>", 12),
        Refused("<style>{{v}}</style>", "inside <style>", 10),
        Refused("<iframe>{{v}}</iframe>", "inside <iframe>", 11),
        Refused("<xmp>{{v}}</xmp>", "inside <xmp>", 8),
        Refused("<noscript>{{v}}</noscript>", "<noscript>", 10),
        Refused("<plaintext>{{v}}", "<plaintext>", 11),
        Refused("<p onclick='{{v}}'>", "event handler 'onclick'", 15),
        Refused("<p ONCLICK='{{v}}'>", "event handler 'onclick'", 15),
        Refused("<p x:onclick='{{v}}'>", "event handler", 17),
        Refused("<p style='{{v}}'>", "style attribute", 13),
        Refused("<p style='width:{{v}}px'>", "style attribute", 19),
        Refused("<iframe srcdoc='{{v}}'>", "srcdoc", 19),
        Refused("<script src='{{v}}'></script>", "address of a script", 16),
        Refused("<script type='{{v}}'></script>", "type of a script", 17),
        Refused("<base href='{{v}}'>", "<base href>", 15),
        Refused("<meta http-equiv='{{v}}'>", "http-equiv", 21),
        Refused("<meta http-equiv=refresh content='{{v}}'>", "http-equiv", 37),
        Refused("<meta content='{{v}}' http-equiv=refresh>", "http-equiv", 33),
        Refused("<meta charset='{{v}}'>", "encoding", 18),
        Refused("<iframe sandbox='{{v}}'>", "'sandbox' of a frame", 20),
        Refused("<iframe allow='{{v}}'>", "'allow' of a frame", 18),
        Refused("<link rel='{{v}}'>", "'rel' of a link", 14),
        Refused("<link as='{{v}}'>", "'as' of a link", 13),
        Refused("<script nonce='{{v}}'>", "'nonce', which guards", 18),
        Refused("<img integrity='{{v}}'>", "'integrity', which guards", 19),
        Refused("<a REFERRERPOLICY='{{v}}'>", "'referrerpolicy', which guards", 22),
        Refused("<svg><set attributeName='href' to='{{v}}'>", "animation", 38),
        Refused("<svg><animate values='{{v}}'>", "animation", 25),
        Refused("<p title={{v}}>", "unquoted", 12),
        Refused("<p title= {{v}}>", "unquoted", 13),
        Refused("<p title=a{{v}}>", "unquoted", 13),
        Refused("<p {{v}}>", "attribute's name", 6),
        Refused("<p {{v}}='x'>", "attribute's name", 6),
        Refused("<p a{{v}}='x'>", "attribute's name", 7),
        Refused("<p a='b'{{v}}>", "attribute's name", 11),
        Refused("<{{v}}>", "tag's name", 4),
        Refused("<a{{v}}>", "tag's name", 5),
        Refused("</{{v}}>", "tag's name", 5),
        Refused("<!-- {{v}} -->", "comment", 8),
        Refused("<!{{v}}>", "comment", 5),
        Refused("<!doctype {{v}}>", "comment or a declaration", 13),
        Refused("<?{{v}}?>", "comment", 5),
        Refused("<!---{{v}}-->", "comment", 8),
        Refused("<![CDATA[{{v}}]]>", "'<!['", 3),
        Refused("<a href='javascript:{{v}}'>", "whose scheme is not", 23),
        Refused("<a href='data:{{v}}'>", "whose scheme is not", 17),
        Refused("<a href='{{v}}:{{v}}'>", "scheme of this address would come from a value", 15),
        Refused("<a href='java{{v}}:x'>", "scheme of this address would come from a value", 19),
        Refused("<a href='javascript&colon;{{v}}'>", "character reference", 20),
        Refused("<a href='&#106;avascript:{{v}}'>", "character reference", 10),
        Refused("<a href='java\tscript:{{v}}'>", "white space inside an address", 14),
        Refused("<a href='?a=&{{v}}'>", "character reference", 16),
        Refused("<a href='?a=&#{{v}};'>", "character reference", 17),
        Refused("<p title='a' title2=\"{{#yes}}\"{{/yes}}>", "would stand in", 25),
        Refused("<p title={{#yes}}'{{/yes}}{{^yes}}\"{{/yes}}{{v}}'>", "would stand in", 13),
        Refused("{{#yes}}<b title='{{/yes}}", "would stand in", 4),
        Refused("{{#yes}}<script>{{/yes}}{{v}}", "would stand in", 4),
        Refused("{{#yes}}<!--{{/yes}}{{v}}-->", "would stand in", 4),
        Refused("<scr{{#yes}}ipt{{/yes}}>{{v}}</script>", "would stand in", 8),
        Refused("<a {{#yes}}hr{{/yes}}ef='{{v}}'>", "white space is missing", 22),
        Refused("<a{{#yes}} on{{/yes}}='{{v}}'>", "white space is missing", 22),
        Refused("<a{{#yes}} x{{/yes}} ='{{v}}'>", "'=' without", 22),
        Refused("<a title='x'b='{{v}}'>", "white space is missing", 13),
        Refused("<a ='{{v}}'>", "'=' without", 4),
        Refused("<a title>'{{v}}<b", "ends inside", 18),
        Refused("<a title='{{v}}", "ends inside", 16),
        Refused("<title><a href='{{v}}'></title>", "markup inside <title>", 9),
        Refused("<svg><style><a title='</style>{{v}}'>", "markup inside <style>", 14),
        Refused("<script><!--<script>{{v}}", "markup inside <script>", 10),
        Refused("<textarea></text></textarea>", "does not close", 17),
        Refused("<title/>{{v}}", "write an end tag", 8),
        Refused("<a x\"='{{v}}'>", "attribute's name", 5),
        Refused("<a x=y'{{v}}'>", "unquoted attribute", 7),
        Refused("<a x=>{{v}}", "value is missing", 6),
        Refused("<p title='{{{trusted}}}'>", "trusted markup can stand between tags only", 14),
        Refused("<title>{{{trusted}}}</title>", "trusted markup can stand between tags only", 11),
        Refused("{{#list}}<p title='{{/list}}", "would stand in", 4),
        Refused("{{>gone}}", "no template 'gone'", 1),
    ])
    func refuses(_ sample: Refused) throws {
        let error = try #require(throws: TemplateError.self) { try DynamicTemplate(source: sample.source) }
        #expect(error.reason.contains(sample.reason), "\(error)")
        #expect(error.line == 1)
        #expect(error.column == sample.column, "\(error)")
    }

    @Test(arguments: [
        Escaped("<a{{#yes}} title='{{v}}'{{/yes}}>", "x", "<a title='x'>"),
        Escaped("<a {{#no}}x{{/no}} title='{{v}}'>", "x", "<a  title='x'>"),
        Escaped("<a{{#list}} data-a='{{.}}'{{/list}}>{{v}}", "x", "<a data-a='1' data-a='2'>x"),
        Escaped("<input{{#yes}} checked{{/yes}}>{{v}}", "x", "<input checked>x"),
        Escaped("<input{{#yes}} checked{{/yes}}/>{{v}}", "x", "<input checked/>x"),
        Escaped("<a class='a{{#yes}} b{{/yes}}'>{{v}}", "x", "<a class='a b'>x"),
        Escaped("<a {{#yes}}href='{{v}}'{{/yes}}{{^yes}}title='{{v}}'{{/yes}}>", "a:b", "<a href='#blocked'>"),
        Escaped("<p title={{#yes}}'{{/yes}}{{^yes}}'{{/yes}}{{v}}'>", "x", "<p title='x'>"),
        Escaped("<img srcset='{{#list}}{{.}}.png {{.}}x, {{/list}}'>", "", "<img srcset='1.png 1x, 2.png 2x, '>"),
    ])
    func `branches may meet`(_ sample: Escaped) throws {
        #expect(try Self.render(sample.source, sample.value) == sample.expected)
    }

    @Test func `the context goes into partials and blocks and out again`() throws {
        let partials = [
            "attribute": "href='{{v}}'", "value": "{{v}}", "open": "<p title='",
            "layout": "<a {{$x}}{{/x}}>{{$y}}{{/y}}</a>",
        ]
        #expect(try Self.render("<a {{>attribute}}>", "a:b", partials: partials) == "<a href='#blocked'>")
        #expect(try Self.render("<a href='?{{>value}}'>", "a b", partials: partials) == "<a href='?a%20b'>")
        #expect(try Self.render("{{>open}}{{v}}'>", "'", partials: partials) == "<p title='&#39;'>")
        let filled = "{{<layout}}{{$x}}href='{{v}}'{{/x}}{{$y}}{{v}}{{/y}}{{/layout}}"
        #expect(try Self.render(filled, "a:<", partials: partials) == "<a href='#blocked'>a:&lt;</a>")
        let error = try #require(throws: TemplateError.self) {
            try Self.render("{{<layout}}{{$x}}onclick='{{v}}'{{/x}}{{/layout}}", partials: partials)
        }
        #expect(error.place == "template:1:29")
        #expect(error.includedFrom == ["template:1:1"])
    }

    @Test func `three braces around untrusted data are an error where they stand`() throws {
        let error = try #require(throws: TemplateError.self) { try Self.render("<p>\n{{{v}}}", "<b>") }
        #expect(error.place == "template:2:4")
        #expect(error.reason.contains("not trusted markup"))
    }
}
