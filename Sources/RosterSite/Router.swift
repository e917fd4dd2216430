internal import Bytes

/// What a path names, decoded and normalised, without the base path.
enum Route {
    case index
    case page(Page)
    case group(Page, key: ByteView)
    case export(Page, ending: ByteView)
    case stretch(styleSheet: Bool)
    case robots
    case sitemap
    /// A path below `Public/`, a stretched picture, or nothing that there is.
    case file(path: ByteView)

    /// The route of `path`, which begins with a slash and has no empty segment but perhaps the last.
    init(_ path: ByteView, _ snapshot: Snapshot) {
        let rest = path.dropFirst(1)
        self =
            if rest.isEmpty {
                .index
            } else if rest == ByteView("stretch") {
                .stretch(styleSheet: false)
            } else if rest == ByteView("stretch.css") {
                .stretch(styleSheet: true)
            } else if rest == ByteView("robots.txt") {
                .robots
            } else if rest == ByteView("sitemap.xml") {
                .sitemap
            } else if let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
                Self.nested(rest, slash, snapshot)
            } else if let page = snapshot.page(named: rest) {
                .page(page)
            } else {
                Self.export(rest, snapshot) ?? .file(path: rest)
            }
    }

    private static func nested(_ rest: ByteView, _ slash: Int, _ snapshot: Snapshot) -> Route {
        let (first, second) = (rest.prefix(slash), rest.dropFirst(slash + 1))
        if first != ByteView("images"), first != ByteView("assets"), let page = snapshot.page(named: first) {
            return .group(page, key: second)
        }
        return .file(path: rest)
    }

    private static func export(_ name: ByteView, _ snapshot: Snapshot) -> Route? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            let page = snapshot.page(named: name.prefix(dot))
        else {
            return nil
        }
        return .export(page, ending: name.dropFirst(dot + 1))
    }
}

extension ByteView {
    /// The index of the last `byte`, or nil.
    func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }
}
