internal import Bytes
internal import Mustache

/// One friend in a template.
struct FriendRow: Sendable {
    static let schema = TemplateSchema("friend") { schema in
        schema.text("key", "The part of the address after `#f-`.")
        schema.text("name", "The name.")
        schema.text("intro", "The line below the name; empty without.")
        schema.flag("vip", "Whether the friend is a VIP.")
        schema.flag("isOnline", "Whether the friend is online.")
        schema.flag("isAway", "Whether the friend is away.")
        schema.flag("isBusy", "Whether the friend is busy.")
        schema.flag("isOffline", "Whether the friend is offline.")
        schema.url("url", "The friend's own address, as the list links it; empty without.")
        schema.url("groupURL", "The same, as the group's own page links it.")
        schema.flag("typing", "The grey theme's second line for friends without one.")
        PictureSlots.declare(&schema)
    }
    static let slots = FriendRow()

    let key, name, intro, vip, isOnline, isAway, isBusy, isOffline, url, groupURL, typing: TemplateSlot
    let picture: PictureSlots

    private init() {
        let schema = Self.schema
        key = schema["key"]
        name = schema["name"]
        intro = schema["intro"]
        vip = schema["vip"]
        isOnline = schema["isOnline"]
        isAway = schema["isAway"]
        isBusy = schema["isBusy"]
        isOffline = schema["isOffline"]
        url = schema["url"]
        groupURL = schema["groupURL"]
        typing = schema["typing"]
        picture = PictureSlots(schema)
    }

    /// Fills `record` with the friend at `index` of the list.
    func fill(_ record: TemplateRecord, friend index: Int, look: ListLook, in scratch: TemplateScratch) {
        let list = look.list
        let friend = list.friends[index]
        scratch.write(record, key) { list.appendKey(of: friend, to: &$0) }
        scratch.set(record, name, text: list.name(of: friend))
        scratch.set(record, intro, text: list.intro(of: friend))
        if friend.isVIP { scratch.set(record, vip, flag: true) }
        switch friend.presence {
        case .unknown: break
        case .online: scratch.set(record, isOnline, flag: true)
        case .away: scratch.set(record, isAway, flag: true)
        case .busy: scratch.set(record, isBusy, flag: true)
        case .offline: scratch.set(record, isOffline, flag: true)
        }
        let address = list.url(of: friend)
        if !address.isEmpty {
            scratch.write(record, url) { LinkAddress.append(address, way: "./", to: &$0) }
            scratch.write(record, groupURL) { LinkAddress.append(address, way: "../", to: &$0) }
        }
        if look.showsTyping { scratch.set(record, typing, flag: list.intro(of: friend).isEmpty) }
        let image = look.page.icons.image(friend.icon) ?? look.standIn
        picture.fill(record, image, name: list.name(of: friend), assets: look.assets, in: scratch)
    }
}
