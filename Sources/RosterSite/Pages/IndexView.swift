internal import Bytes
internal import Mustache

/// The list of the site's pages.
struct IndexView: Sendable {
    static let schema = TemplateSchema("index") { schema in
        Shell.declare(&schema)
        schema.flag("hasPages", "Whether there are any pages.")
        schema.list("pages", of: Entry.schema, "The pages in the site's order.")
    }
    static let slots = IndexView()

    private let shell: Shell
    private let hasPages, pages: TemplateSlot

    private init() {
        shell = Shell(Self.schema)
        hasPages = Self.schema["hasPages"]
        pages = Self.schema["pages"]
    }

    func fill(_ context: PageContext) -> TemplateRecord {
        let scratch = context.scratch
        let record = scratch.record(Self.schema)
        var title = context.siteTitle
        title.withUTF8 { unsafe context.fill(record, shell, title: ByteView(UnsafeRawBufferPointer($0))) }
        scratch.set(record, shell.home, url: "")
        let all = context.revision.snapshot.pages
        scratch.set(record, hasPages, flag: !all.isEmpty)
        let entries = scratch.records(Entry.schema, count: all.count)
        for (index, page) in all.enumerated() { Entry.slots.fill(entries[index], page, in: scratch) }
        scratch.set(record, pages, list: entries)
        return record
    }

    /// One page of the list.
    struct Entry: Sendable {
        static let schema = TemplateSchema("entry") { schema in
            schema.url("href", "The page.")
            schema.text("name", "Its title.")
            CountSlots.declare(&schema, "groups", "How many groups a friend list has.")
            CountSlots.declare(&schema, "count", "How many friends, products, messages or values there are.")
            schema.flag("isFriends", "Whether it is a friend list.")
            schema.flag("isGrid", "Whether it is a product grid.")
            schema.flag("isChat", "Whether it is a chat.")
            schema.flag("isOutline", "Whether it is an outline of another property list.")
            schema.flag("isUnreadable", "Whether it cannot be read.")
        }
        static let slots = Entry()

        private let groups, count: CountSlots
        private let href, name, isFriends, isGrid, isChat, isOutline, isUnreadable: TemplateSlot

        private init() {
            let schema = Self.schema
            href = schema["href"]
            name = schema["name"]
            groups = CountSlots(schema, "groups")
            count = CountSlots(schema, "count")
            isFriends = schema["isFriends"]
            isGrid = schema["isGrid"]
            isChat = schema["isChat"]
            isOutline = schema["isOutline"]
            isUnreadable = schema["isUnreadable"]
        }

        func fill(_ record: TemplateRecord, _ page: Page, in scratch: TemplateScratch) {
            scratch.set(record, href, url: page.address)
            scratch.set(record, name, text: page.title)
            let (flag, number): (TemplateSlot, Int) =
                switch page.content {
                case .friendList(let list): (isFriends, list.friends.count)
                case .productGrid(let grid): (isGrid, grid.products.count)
                case .chat(let chat): (isChat, chat.messages.count)
                case .outline(let outline): (isOutline, outline.nodes.count)
                case .unreadable: (isUnreadable, 0)
                }
            scratch.set(record, flag, flag: true)
            count.fill(record, number, in: scratch)
            if case .friendList(let list) = page.content { groups.fill(record, list.groups.count, in: scratch) }
        }
    }
}
