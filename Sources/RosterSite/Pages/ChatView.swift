internal import Bytes
internal import Mustache

/// One message in a template.
struct ChatBubble: Sendable {
    static let schema = TemplateSchema("message") { schema in
        schema.text("text", "What was said.")
        schema.text("time", "When; empty if unknown.")
        schema.flag("repeats", "Whether the message before has the same time: then it is only read aloud.")
        schema.text("name", "The writer's name; empty if unknown.")
        schema.flag("mine", "Whether the reader wrote it.")
        PictureSlots.declare(&schema)
    }
    static let slots = ChatBubble()

    private let text, time, repeats, name, mine: TemplateSlot
    private let picture: PictureSlots

    private init() {
        let schema = Self.schema
        text = schema["text"]
        time = schema["time"]
        repeats = schema["repeats"]
        name = schema["name"]
        mine = schema["mine"]
        picture = PictureSlots(schema)
    }

    func fill(
        _ record: TemplateRecord,
        _ message: Chat.Message,
        of page: ChatPage,
        isFirst: Bool,
        in scratch: TemplateScratch
    ) {
        let chat = page.chat
        scratch.set(record, text, text: chat.text[message.text])
        scratch.set(record, time, text: chat.text[message.time])
        scratch.set(record, repeats, flag: message.repeatsTime && !isFirst)
        scratch.set(record, name, text: chat.text[message.name])
        scratch.set(record, mine, flag: message.side == .mine)
        // The other side without a name is called by the page's: a chat is mostly named after who it is with.
        let isMine = message.side == .mine
        let image = page.page.icons.image(message.icon) ?? (isMine && message.name.isEmpty ? page.me : nil)
        let name = message.name.isEmpty ? page.page.title : chat.text[message.name]
        picture.fill(record, image, name: name, assets: page.assets, in: scratch)
    }
}

/// A chat made ready for its template.
final class ChatPage: Sendable {
    let page: Page
    let chat: Chat
    let assets: AssetTable
    let grammar = AddressGrammar()
    /// The reader's picture where the file names none.
    let me: ImageFile?

    init(_ page: Page, _ chat: Chat, images: ImageIndex, assets: AssetTable) {
        me = images.image(named: "me")
        self.page = page
        self.chat = chat
        self.assets = assets
    }
}

/// The page of a chat, the last messages first shown last: parts count from the beginning.
struct ChatView: Sendable {
    static let schema = TemplateSchema("chat") { schema in
        Shell.declare(&schema)
        schema.flag("hasMessages", "Whether there are messages.")
        schema.list("messages", of: ChatBubble.schema, "The messages of this part.")
    }
    static let slots = ChatView()

    private let shell: Shell
    private let hasMessages, messages: TemplateSlot

    private init() {
        shell = Shell(Self.schema)
        hasMessages = Self.schema["hasMessages"]
        messages = Self.schema["messages"]
    }

    /// The page's values for the state in `context`; or how many parts there are, if that is fewer.
    func fill(_ page: ChatPage, _ context: PageContext) -> FilledPage {
        let scratch = context.scratch
        let total = page.chat.messages.count
        let pages = Pager.count(of: total, by: Limits.messagesOnPage)
        guard context.address.page <= pages else { return .pastEnd(pages: pages) }
        let record = scratch.record(Self.schema)
        context.fill(record, shell, title: page.page.title)
        context.fillPage(record, shell, page.page, grammar: page.grammar)
        context.fillPager(record, shell.pager, pages: pages, grammar: page.grammar)
        scratch.set(record, hasMessages, flag: total > 0)
        let first = min(total, (context.address.page - 1) * Limits.messagesOnPage)
        let shown = (first..<total).prefixRange(Limits.messagesOnPage)
        let bubbles = scratch.records(ChatBubble.schema, count: shown.count)
        for (place, index) in shown.enumerated() {
            ChatBubble.slots.fill(bubbles[place], page.chat.messages[index], of: page, isFirst: place == 0, in: scratch)
        }
        scratch.set(record, messages, list: bubbles)
        return .record(record)
    }
}
