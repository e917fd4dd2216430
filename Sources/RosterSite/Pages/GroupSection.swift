internal import Bytes
internal import Mustache

/// One group in the template of a friend list.
struct GroupSection: Sendable {
    static let schema = TemplateSchema("group") { schema in
        GroupFacts.declare(&schema)
        schema.url("href", "The same page with this group toggled.")
        schema.flag("toggles", "Whether `href` toggles; if not, it leads to the group's page.")
        schema.flag("open", "Whether the group is open.")
        schema.flag("isSearch", "Whether something is searched for.")
        CountSlots.declare(&schema, "matches", "How many match.")
        schema.flag("hasRows", "Whether there are rows to show.")
        schema.html("rows", "The friends, each written by the template `row`.")
        schema.number("tens", "Tens of rows, where there are 20 rows or more: the style sheet leaves room for them.")
        schema.number("units", "Rows besides the tens.")
        schema.html("counts", "How many there are and how many are online, written by the template `counts`.")
        schema.html("more", "The link to the group's own page, written by the template `more`.")
    }
    static let slots = GroupSection()

    /// From so many rows on a group is laid out when it comes into view: until then its height is reckoned.
    static let longRows = 20

    let href, toggles, open, isSearch, hasRows, rows, tens, units, counts, more: TemplateSlot
    let facts: GroupFacts
    let matches: CountSlots

    private init() {
        let schema = Self.schema
        facts = GroupFacts(schema)
        href = schema["href"]
        toggles = schema["toggles"]
        open = schema["open"]
        isSearch = schema["isSearch"]
        matches = CountSlots(schema, "matches")
        hasRows = schema["hasRows"]
        rows = schema["rows"]
        tens = schema["tens"]
        units = schema["units"]
        counts = schema["counts"]
        more = schema["more"]
    }
}
