internal import Bytes
internal import Mustache

/// A link to the same page with another filter or order; exactly one of the flags says which.
struct Choice: Sendable {
    static let schema = TemplateSchema("choice") { schema in
        schema.url("href", "The page as chosen.")
        schema.flag("current", "Whether it is shown so already.")
        schema.flag("online", "Only those who are there.")
        schema.flag("everyone", "Everyone.")
        schema.flag("byFile", "In the order of the file.")
        schema.flag("byOnline", "Those first who are there.")
        schema.flag("byVIP", "VIPs first.")
        schema.flag("byName", "By name.")
    }
    static let slots = Choice()

    private let href, current, online, everyone, byFile, byOnline, byVIP, byName: TemplateSlot

    private init() {
        let schema = Self.schema
        href = schema["href"]
        current = schema["current"]
        online = schema["online"]
        everyone = schema["everyone"]
        byFile = schema["byFile"]
        byOnline = schema["byOnline"]
        byVIP = schema["byVIP"]
        byName = schema["byName"]
    }

    /// Sets a list slot to the choices that a page of `grammar` offers. The order of the file is among them where another is
    /// chosen, as everyone is where only those are shown who are there.
    func fill(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        of address: PageAddress,
        grammar: AddressGrammar,
        _ context: PageContext,
    ) {
        let orders = grammar.orders.dropFirst(address.order == .file ? 1 : 0)
        let filters = grammar.hasPresence ? 1 : 0
        let choices = context.scratch.records(Self.schema, count: filters + orders.count)
        var other = address
        let (isFiltered, chosen) = (other.onlineOnly, other.order)
        other.page = 1
        if grammar.hasPresence {
            other.onlineOnly.toggle()
            context.scratch.set(choices[0], other.onlineOnly ? online : everyone, flag: true)
            context.set(choices[0], href, link: other, grammar: grammar)
            other.onlineOnly = isFiltered
        }
        for (place, order) in orders.enumerated() {
            let choice = choices[filters + place]
            other.order = order
            context.scratch.set(choice, flag(of: order), flag: true)
            context.scratch.set(choice, current, flag: order == chosen)
            context.set(choice, href, link: other, grammar: grammar)
        }
        context.scratch.set(record, slot, list: choices)
    }

    private func flag(of order: FriendSort) -> TemplateSlot {
        switch order {
        case .file: byFile
        case .online: byOnline
        case .vip: byVIP
        case .name: byName
        }
    }
}
