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
    private let store: TemplateStore
    private let stored: TemplateRecords
    private let text: SharedBytes
    private let groups: [Group]
    private let slots = Slots()

    /// One section of the data, as a snapshot holds it: places in one block of text.
    private struct Group {
        var key = ByteRange.empty
        var name = ByteRange.empty
        var friends: [Friend] = []
    }

    private struct Friend {
        let key, name, intro, icon: ByteRange
        let vip: Bool
    }

    /// Names are looked up once.
    private struct Slots {
        let title = page["title"], language = page["language"], style = page["style"], groups = page["groups"]
        let key = group["key"], name = group["name"], toggle = group["toggle"], open = group["open"]
        let online = group["online"], total = group["total"], friends = group["friends"]
        let friendKey = row["key"], friendName = row["name"], intro = row["intro"], vip = row["vip"], icon = row["icon"]
    }

    init() throws {
        let library = try TemplateLibrary(TemplateSources(Self.sources), pages: ["friends": Self.page])
        template = library["friends"]
        var arena = ByteArena()
        groups = Self.data(&arena)
        text = arena.freeze()
        let builder = TemplateScratch()
        stored = builder.records(Self.group, count: groups.count)
        for (index, group) in groups.enumerated() { Self.fill(stored[index], group, slots, text, builder) }
        store = builder.freeze()
    }

    private static func data(_ arena: inout ByteArena) -> [Group] {
        [9, 4, 7, 3, 8, 2, 6].enumerated().map { index, size in
            var group = Group(key: arena.add("group\(index)"), name: arena.add("Friends & family \(index)"))
            for friend in 0..<size {
                let id = index * 10 + friend
                let intro = id % 5 == 0 ? "" : "says \"hello\" to everybody and means it, number \(id)"
                group.friends.append(
                    Friend(
                        key: arena.add("friend\(id)"),
                        name: arena.add("Friend \(id) <\(friend)>"),
                        intro: arena.add(intro),
                        icon: arena.add("images/icon\(id % 11).png"),
                        vip: id % 7 == 0,
                    )
                )
            }
            return group
        }
    }

    private static func fill(
        _ record: TemplateRecord,
        _ group: Group,
        _ slots: Slots,
        _ text: SharedBytes,
        _ scratch: TemplateScratch,
    ) {
        scratch.set(record, slots.key, text: text[group.key])
        scratch.set(record, slots.name, text: text[group.name])
        scratch.set(record, slots.total, number: group.friends.count)
        let rows = scratch.records(row, count: group.friends.count)
        for (index, friend) in group.friends.enumerated() {
            scratch.set(rows[index], slots.friendKey, text: text[friend.key])
            scratch.set(rows[index], slots.friendName, text: text[friend.name])
            scratch.set(rows[index], slots.intro, text: text[friend.intro])
            scratch.set(rows[index], slots.icon, url: text[friend.icon])
            scratch.set(rows[index], slots.vip, flag: friend.vip)
        }
        scratch.set(record, slots.friends, list: rows)
    }

    /// What one request does with a stored snapshot: a page record, a copy of each group with its link and state, the
    /// rendering.
    func answer(_ scratch: TemplateScratch, _ output: inout OutputBuffer) {
        scratch.reset()
        template.render(model(scratch.records(copying: stored), scratch), with: scratch, into: &output)
    }

    /// The same without a store: every value is set, and escaped, for the request.
    func answerWithoutStore(_ scratch: TemplateScratch, _ output: inout OutputBuffer) {
        scratch.reset()
        let shown = scratch.records(Self.group, count: groups.count)
        for index in 0..<groups.count { Self.fill(shown[index], groups[index], slots, text, scratch) }
        template.render(model(shown, scratch), with: scratch, into: &output)
    }

    /// A model that stays, for measuring the rendering alone.
    func model(_ scratch: TemplateScratch) -> TemplateRecord {
        model(scratch.records(copying: stored), scratch)
    }

    private func model(_ shown: TemplateRecords, _ scratch: TemplateScratch) -> TemplateRecord {
        let model = scratch.record(Self.page)
        scratch.set(model, slots.title, text: "Friends")
        scratch.set(model, slots.language, text: "en")
        scratch.set(model, slots.style, url: "assets/1f3a/site.css")
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
