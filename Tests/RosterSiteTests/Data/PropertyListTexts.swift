import Bytes
import PropertyList

@testable import RosterSite

/// A property list of `body` in the usual wrapping.
func propertyList(_ body: String) throws -> PropertyList {
    try PropertyList.parse(view("<plist version=\"1.0\">\n\(body)\n</plist>"))
}

/// What a file of `body` makes of the page `page`.
func reading(_ body: String, images: ImageIndex = ImageIndex()) throws -> ShapeReader.Result {
    ShapeReader.read(try propertyList(body), pageName: "page", images: images)
}

/// Entries of a dictionary: values beginning with `<` are elements, others strings.
func dict(_ entries: KeyValuePairs<String, String>) -> String {
    let inner = entries.map {
        "<key>\($0.key)</key>\($0.value.hasPrefix("<") ? $0.value : "<string>\($0.value)</string>")"
    }
    return "<dict>\(inner.joined())</dict>"
}

/// An array of elements; those not beginning with `<` are strings.
func array(_ elements: String...) -> String {
    "<array>\(elements.map { $0.hasPrefix("<") ? $0 : "<string>\($0)</string>" }.joined())</array>"
}

extension ShapeReader.Result {
    /// The friend list as text: a line a group, `key name online/total: friend, friend`; empty for other kinds.
    var outlineOfFriends: [String] {
        guard case .friendList(let list) = content else { return [] }
        return list.groups.map { group in
            let friends = list.friends[group.friends].map { friend -> String in
                var text = list.name(of: friend).string
                if friend.isVIP { text += "*" }
                if friend.presence != .unknown { text += " (\(friend.presence.word))" }
                let intro = list.intro(of: friend).string
                return intro.isEmpty ? text : text + " – " + intro
            }
            let mark = group.isOpened ? "+" : "-"
            let online = group.online.map(String.init) ?? "?"
            return "\(mark)\(list.text[group.name].string) \(online)/\(group.total): \(friends.joined(separator: ", "))"
        }
    }

    /// The products as `name price [picture]`.
    var products: [String] {
        guard case .productGrid(let grid) = content else { return [] }
        return grid.products.map { product in
            let icon = product.icon == 0 ? "" : icons.names[Int(product.icon) - 1]
            return "\(grid.text[product.name].string) \(grid.text[product.price].string) [\(icon)]"
        }
    }

    /// The messages as `> text (time)`, `<` for those of the other side.
    var messages: [String] {
        guard case .chat(let chat) = content else { return [] }
        return chat.messages.map { message in
            let time = message.repeatsTime ? "same" : chat.text[message.time].string
            return "\(message.side == .mine ? ">" : "<") \(chat.text[message.text].string) (\(time))"
        }
    }

    /// The warnings as `[keypath] sentence`.
    var warningTexts: [String] {
        warnings.map { warning in
            "\(warning.keyPath ?? "") \(warning.sentence)\(warning.hint.map { "; \($0)" } ?? "")"
        }
    }
}
