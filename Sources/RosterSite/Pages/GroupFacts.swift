internal import Bytes
internal import Mustache

/// What a group's section says in every state of the page.
struct GroupFacts: Sendable {
    private let key, name, counted, online, page: TemplateSlot
    private let total: CountSlots

    static func declare(_ schema: inout TemplateSchema.Builder) {
        schema.text("key", "The group's key in addresses.")
        schema.text("name", "The group's name.")
        schema.flag("counted", "Whether it is known how many are online.")
        schema.number("online", "How many are online.")
        CountSlots.declare(&schema, "total", "How many there are.")
        schema.url("page", "The group's own page.")
    }

    init(_ schema: TemplateSchema) {
        key = schema["key"]
        name = schema["name"]
        counted = schema["counted"]
        online = schema["online"]
        total = CountSlots(schema, "total")
        page = schema["page"]
    }

    func fill(
        _ record: TemplateRecord,
        group: FriendGroup,
        of list: FriendList,
        on page: Page,
        in scratch: TemplateScratch,
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

/// The templates `counts` and `more`: parts of a group's section that are the same in every state, written beforehand.
enum GroupParts {
    static let schema = TemplateSchema("group's facts") { GroupFacts.declare(&$0) }
    private static let facts = GroupFacts(schema)

    /// Writes both parts of `group` to its section.
    static func write(
        to section: TemplateRecord,
        _ group: FriendGroup,
        of look: ListLook,
        with templates: SiteTemplates,
        in scratch: TemplateScratch,
    ) {
        let slots = GroupSection.slots
        for (slot, template) in [(slots.counts, templates.counts), (slots.more, templates.more)] {
            scratch.write(section, slot, rendering: template, forEach: CollectionOfOne(group)) { group in
                let record = scratch.record(schema)
                facts.fill(record, group: group, of: look.list, on: look.page, in: scratch)
                return record
            }
        }
    }
}
