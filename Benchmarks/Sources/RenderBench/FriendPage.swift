import Bytes
import Mustache

/// A friend page like the site's, with every group open: 7 groups, 39 friends, about 9.5 KB.
struct FriendPage {
    static let row = TemplateSchema("friend") {
        $0.text("key")
        $0.text("name")
        $0.text("intro")
        $0.flag("vip")
        $0.url("icon")
    }
    static let group = TemplateSchema("group") {
        $0.text("key")
        $0.text("name")
        $0.url("toggle")
        $0.flag("open")
        $0.number("online")
        $0.number("total")
        $0.list("friends", of: row)
    }
    static let page = TemplateSchema("page") {
        $0.text("title")
        $0.text("language")
        $0.url("style")
        $0.list("groups", of: group)
    }

    static let sources = [
        "layout": """
        <!doctype html>
        <html lang="{{language}}">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>{{title}}</title>
        <link rel="stylesheet" href="{{style}}">
        <main>
        <h1>{{title}}</h1>
        {{$content}}{{/content}}
        </main>

        """,
        "friends": """
        {{<layout}}{{$content}}
        {{#groups}}
        <section class="group{{#open}} open{{/open}}">
        {{>header}}
        {{#open}}
        <ul role="list">
        {{#friends}}
        {{>friend}}
        {{/friends}}
        </ul>
        {{/open}}
        </section>
        {{/groups}}
        {{/content}}{{/layout}}
        """,
        "header": """
        <h2><a id="g-{{key}}" href="{{toggle}}" aria-expanded="{{open}}" rel="nofollow"><b aria-hidden="true">▸</b> \
        {{name}} <span class="count">{{online}}/{{total}}</span></a></h2>
        """,
        "friend": """
        <li id="f-{{key}}" class="friend{{#vip}} vip{{/vip}}"><img src="{{icon}}" width="40" height="40" alt="" \
        loading="lazy"><b>{{name}}</b>{{#vip}} <i>VIP</i>{{/vip}}{{#intro}}<p>{{intro}}</p>{{/intro}}</li>
        """,
    ]

    let template: Template
    let store: TemplateStore
    private let groups: TemplateRecords
    private var slots = Slots()

    /// Names are looked up once.
    private struct Slots {
        let title = page["title"]
        let language = page["language"]
        let style = page["style"]
        let groups = page["groups"]
        let toggle = group["toggle"]
        let open = group["open"]
        let online = group["online"]
    }

    init() throws {
        let library = try TemplateLibrary(TemplateSources(Self.sources), pages: ["friends": Self.page])
        template = library["friends"]
        let builder = TemplateScratch()
        groups = Self.fill(builder)
        store = builder.freeze()
    }

    private static func fill(_ builder: TemplateScratch) -> TemplateRecords {
        let sizes = [9, 4, 7, 3, 8, 2, 6]
        let groups = builder.records(group, count: sizes.count)
        for (index, size) in sizes.enumerated() {
            builder.set(groups[index], group["key"], text: "group\(index)")
            builder.set(groups[index], group["name"], text: "Friends & family \(index)")
            builder.set(groups[index], group["total"], number: size)
            let rows = builder.records(row, count: size)
            for friend in 0..<size {
                let id = index * 10 + friend
                builder.set(rows[friend], row["key"], text: "friend\(id)")
                builder.set(rows[friend], row["name"], text: "Friend \(id) <\(friend)>")
                builder.set(
                    rows[friend],
                    row["intro"],
                    text: id % 5 == 0 ? "" : "says \"hello\" to everybody and means it, number \(id)"
                )
                builder.set(rows[friend], row["vip"], flag: id % 7 == 0)
                builder.write(rows[friend], row["icon"]) { $0.append("images/icon\(id % 11).png") }
            }
            builder.set(groups[index], group["friends"], list: rows)
        }
        return groups
    }

    /// What one request does: a page record, a copy of each group with its link and state, then the rendering.
    func answer(_ scratch: TemplateScratch, _ output: inout OutputBuffer) {
        template.render(model(scratch), with: scratch, into: &output)
    }

    func model(_ scratch: TemplateScratch) -> TemplateRecord {
        scratch.reset()
        let model = scratch.record(Self.page)
        scratch.set(model, slots.title, text: "Friends")
        scratch.set(model, slots.language, text: "en")
        scratch.set(model, slots.style, url: "assets/1f3a/site.css")
        let shown = scratch.records(copying: groups)
        for index in 0..<shown.count {
            scratch.set(shown[index], slots.open, flag: true)
            scratch.set(shown[index], slots.online, number: index)
            scratch.write(shown[index], slots.toggle) { address in
                address.append("?open=")
                address.append(decimal: index)
                address.append("#g-group")
                address.append(decimal: index)
            }
        }
        scratch.set(model, slots.groups, list: shown)
        return model
    }
}
