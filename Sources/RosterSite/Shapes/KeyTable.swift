internal import Bytes
internal import PropertyList

/// What the keys of one kind of dictionary mean: every spelling found in the wild that has one sensible meaning.
struct KeyTable<Field: RawRepresentable<Int> & Sendable>: Sendable {
    /// One spelling. Of two spellings of one field in one dictionary the earlier in the table counts.
    struct Spelling: Sendable {
        let name: StaticString
        let field: Field
    }

    /// All spellings, the documented one of each field first.
    let spellings: [Spelling]
    /// How many fields there are.
    let fieldCount: Int

    /// A table of fields with their spellings, the documented one first.
    init(_ fields: [(Field, [StaticString])]) {
        spellings = fields.flatMap { field, names in names.map { Spelling(name: $0, field: field) } }
        fieldCount = (fields.map { $0.0.rawValue }.max() ?? -1) + 1
    }

    /// The place in `spellings` of `key`, compared without ASCII case; nil for an unknown key.
    func index(of key: ByteView) -> Int? {
        spellings.firstIndex { ByteView($0.name) == key }
            ?? spellings.firstIndex { ByteView($0.name).equalsIgnoringCase(key) }
    }

    /// The spelling that the writer of an unknown `key` most likely meant.
    func nearest(_ key: String) -> Int? {
        guard let name = NearestName.of(key, among: spellings.map { "\($0.name)" }) else { return nil }
        return spellings.firstIndex { "\($0.name)" == name }
    }
}

/// The keys of a group.
enum GroupField: Int, Sendable {
    case name, friends, online, id, aliases, opened

    static let table = KeyTable<GroupField>([
        (.name, ["name", "group", "title", "relations", "relation", "groupName", "header"]),
        (.friends, ["friends", "contacts", "members", "people", "persons", "users"]),
        (.online, ["online", "onlineCount", "onlineNumber"]),
        (.id, ["id", "identifier", "groupId"]),
        (.aliases, ["aliases"]),
        (.opened, ["opened", "isOpened", "open", "isOpen", "isExpanded", "expanded"]),
    ])
}

/// The keys of a friend.
enum FriendField: Int, Sendable {
    case name, intro, icon, vip, id, status, pinyin, url, online

    static let table = KeyTable<FriendField>([
        (.name, ["name", "fullName", "displayName", "userName", "title"]),
        (
            .intro,
            ["intro", "introduction", "currentStatus", "signature", "sign", "desc", "description", "detail", "bio"]
        ),
        (.icon, ["icon", "profilePicture", "avatar", "image", "photo", "picture", "headImage", "imageName", "img"]),
        (.vip, ["vip", "isVip"]),
        (.id, ["id", "identifier", "userId", "uid"]),
        (.status, ["status", "presence", "state"]),
        (.pinyin, ["pinyin"]),
        (.url, ["url", "link", "website", "homepage"]),
        (.online, ["online", "isOnline"]),
    ])
}

/// The keys of a product.
enum ProductField: Int, Sendable {
    case name, icon, price, url

    static let table = KeyTable<ProductField>([
        (.name, ["name", "title", "productName"]),
        (.icon, ["icon", "image", "img", "picture", "photo", "imageName", "thumbnail"]),
        (.price, ["price", "cost"]),
        (.url, ["url", "link", "website"]),
    ])
}

/// The keys of a message.
enum MessageField: Int, Sendable {
    case text, time, type, icon, name

    static let table = KeyTable<MessageField>([
        (.text, ["text", "content", "message", "msg", "body"]),
        (.time, ["time", "date", "timestamp"]),
        (.type, ["type", "from", "side"]),
        (.icon, ["icon", "avatar", "image", "photo"]),
        (.name, ["name", "sender", "nickname", "userName"]),
    ])
}
