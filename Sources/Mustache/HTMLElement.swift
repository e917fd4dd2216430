/// Elements that change how what follows is read.
enum HTMLElement: UInt8, Hashable, CustomStringConvertible {
    case other
    case script, style, title, textarea, xmp, iframe, noembed, noframes
    case noscript, plaintext
    case meta, base, link
    case animation

    init(name: [UInt8]) {
        self = Self.names[String(decoding: name, as: UTF8.self)] ?? .other
    }

    private static let names: [String: HTMLElement] = [
        "script": .script, "style": .style, "title": .title, "textarea": .textarea, "xmp": .xmp,
        "iframe": .iframe, "noembed": .noembed, "noframes": .noframes, "noscript": .noscript,
        "plaintext": .plaintext, "meta": .meta, "base": .base, "link": .link, "animate": .animation, "set": .animation,
        "animatemotion": .animation, "animatetransform": .animation, "discard": .animation,
    ]

    /// Whether the element's content is read as text up to its end tag.
    var hasRawText: Bool {
        switch self {
        case .script, .style, .title, .textarea, .xmp, .iframe, .noembed, .noframes: true
        default: false
        }
    }

    var description: String {
        Self.names.first { $0.value == self }?.key ?? "element"
    }

    func isClosed(by name: [UInt8]) -> Bool { HTMLElement(name: name) == self }
}

/// What an attribute's value is used for.
enum HTMLAttribute: Hashable {
    case plain
    case address
    /// `srcset`: addresses with descriptors, separated by commas.
    case addressSet
    /// `content` of `meta`.
    case metaContent
    /// No value may stand here, and why.
    case refused(String)

    init(name: [UInt8], of element: HTMLElement) {
        let full = String(decoding: name, as: UTF8.self)
        // A prefix like `xlink:` does not change what browsers do with the rest.
        let local = full.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init) ?? full
        self = Self.special(local, of: element) ?? Self.general(full, local)
    }

    private static func special(_ name: String, of element: HTMLElement) -> HTMLAttribute? {
        switch element {
        case .script where name == "src" || name == "href":
            .refused("a value in the address of a script: which code runs is not for data to say")
        case .script where name == "type" || name == "language":
            .refused("a value in the type of a script")
        case .meta where name == "charset":
            .refused("a value in the page's character encoding")
        case .base where name == "href":
            .refused("a value in <base href>: it would move every address of the page")
        case .meta where name == "content": .metaContent
        case .meta where name == "http-equiv": .refused("a value in 'http-equiv'")
        case .animation where ["to", "from", "by", "values", "attributename"].contains(name):
            .refused("a value in '\(name)' of an animation can set any attribute")
        case .iframe where name == "sandbox" || name == "allow":
            .refused("a value in '\(name)' of a frame: what the frame may do is not for data to say")
        case .link where name == "rel" || name == "as":
            .refused("a value in '\(name)' of a link: it decides whether its address is a style sheet")
        default: nil
        }
    }

    private static func general(_ full: String, _ name: String) -> HTMLAttribute {
        if name.hasPrefix("on") { return .refused("a value in the event handler '\(name)': it would run as script") }
        if name == "style" { return .refused("a value in a style attribute: use a class") }
        if guards.contains(name) { return .refused("a value in '\(name)', which guards what may be loaded") }
        if name == "srcdoc" { return .refused("a value in 'srcdoc', which holds a whole document") }
        if full == "xml:base" { return .refused("a value in 'xml:base': it would move every address inside") }
        if name == "srcset" || name == "imagesrcset" { return .addressSet }
        if addresses.contains(name) { return .address }
        guard !full.hasPrefix("data-"), !full.hasPrefix("aria-") else { return .plain }
        // Names browsers do not know may still be read as addresses by what knows them; checking costs nothing.
        return suspicious.contains { name.hasSuffix($0) } ? .address : .plain
    }

    private static let guards: Set<String> = ["nonce", "integrity", "crossorigin", "referrerpolicy"]

    private static let suspicious = ["src", "href", "url", "uri"]

    private static let addresses: Set<String> = [
        "action", "archive", "background", "cite", "classid", "code", "codebase", "data", "formaction", "href", "icon",
        "itemid", "itemtype", "longdesc", "lowsrc", "manifest", "ping", "poster", "profile", "src", "usemap",
    ]
}

/// How far an address in an attribute has come.
enum AddressPart: UInt8, Hashable {
    /// Nothing yet.
    case start
    /// Literal bytes that may become a scheme.
    case scheme
    /// A value stands where the scheme would be.
    case undecided
    /// After the scheme, or in an address without one.
    case path
    /// After `?` or `#`.
    case query
    /// A literal scheme that is not one of ours.
    case unknownScheme
    /// In `srcset`, after a candidate's address.
    case descriptor
}
