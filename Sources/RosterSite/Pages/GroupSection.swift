internal import Bytes
internal import Mustache

/// One group in the template of a friend list.
struct GroupSection: Sendable {
    static let schema = TemplateSchema("group") { schema in
        schema.text("key", "The group's key in addresses.")
        schema.text("name", "The group's name.")
        schema.url("href", "The same page with this group toggled.")
        schema.flag("toggles", "Whether `href` toggles; if not, it leads to the group's page.")
        schema.flag("open", "Whether the group is open.")
        schema.flag("counted", "Whether it is known how many are online.")
        schema.number("online", "How many are online.")
        CountSlots.declare(&schema, "total", "How many there are.")
        schema.flag("isSearch", "Whether something is searched for.")
        CountSlots.declare(&schema, "matches", "How many match.")
        schema.flag("hasRows", "Whether there are rows to show.")
        schema.html("rows", "The friends, each written by the template `row`.")
        schema.number("tens", "Tens of rows, where there are 20 rows or more: the style sheet leaves room for them.")
        schema.number("units", "Rows besides the tens.")
        schema.url("page", "The group's own page.")
    }
    static let slots = GroupSection()

    /// From so many rows on a group is laid out when it comes into view: until then its height is reckoned.
    static let longRows = 20

    let key, name, href, toggles, open, counted, online, isSearch, hasRows, rows, tens, units, page: TemplateSlot
    let total, matches: CountSlots

    private init() {
        let schema = Self.schema
        key = schema["key"]
        name = schema["name"]
        href = schema["href"]
        toggles = schema["toggles"]
        open = schema["open"]
        counted = schema["counted"]
        online = schema["online"]
        total = CountSlots(schema, "total")
        isSearch = schema["isSearch"]
        matches = CountSlots(schema, "matches")
        hasRows = schema["hasRows"]
        rows = schema["rows"]
        tens = schema["tens"]
        units = schema["units"]
        page = schema["page"]
    }

    /// Fills what does not depend on the address.
    func fill(
        _ record: TemplateRecord,
        group: FriendGroup,
        of list: FriendList,
        on page: Page,
        in scratch: TemplateScratch
    ) {
        scratch.set(record, key, text: list.text[group.key])
        scratch.set(record, name, text: list.text[group.name])
        total.fill(record, group.total, in: scratch)
        if let count = group.online {
            scratch.set(record, counted, flag: true)
            scratch.set(record, online, number: count)
        }
        scratch.write(record, self.page) { out in
            out.append(page.address)
            out.append(UInt8(ascii: "/"))
            out.append(list.text[group.key])
        }
    }
}
