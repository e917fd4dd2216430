public import Bytes

/// An entity tag (RFC 9110 §8.8.3): a quoted text, with `W/` before it when weak.
public struct EntityTag {
    /// Whether it only says "good enough", not "the same octets".
    public let isWeak: Bool
    /// The quoted part, quotes included.
    public let opaque: ByteView

    /// The tag that `text` is, or nil when it is none: quotes are part of a tag.
    public init?(_ text: ByteView) {
        isWeak = text.hasPrefix(ByteView("W/"))
        opaque = isWeak ? text.dropFirst(2) : text
        guard opaque.count >= 2, opaque[0] == UInt8(ascii: "\""), opaque[opaque.count - 1] == UInt8(ascii: "\"") else {
            return nil
        }
        for index in 1..<opaque.count - 1 {
            let byte = opaque[index]
            guard byte > 0x20, byte != UInt8(ascii: "\""), byte != 0x7f else { return nil }
        }
    }

    /// Whether both mean the same octets: neither is weak.
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Whether both mean the same content, weak or not.
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The tags of a list like `"a", W/"b"`: what is no tag is passed over.
///
/// Unlike in other lists, a backslash inside the quotes escapes nothing.
struct EntityTags {
    private var rest: ByteView

    init(_ value: ByteView) {
        rest = value
    }

    mutating func next() -> EntityTag? {
        while !rest.isEmpty {
            let element = rest.prefix(endOfElement())
            rest = rest.dropFirst(element.count + 1)
            if let tag = EntityTag(element.trimmingBlanks) { return tag }
        }
        return nil
    }

    private func endOfElement() -> Int {
        var isQuoted = false
        for index in 0..<rest.count {
            if rest[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if rest[index] == UInt8(ascii: ","), !isQuoted { return index }
        }
        return rest.count
    }
}
