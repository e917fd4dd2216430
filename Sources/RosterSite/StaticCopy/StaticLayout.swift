internal import Bytes
internal import HTTP

/// Which file of a static copy holds what an address shows.
///
/// `/friends` is `friends.html`, with all groups open `friends/all.html`, its second part `friends/2.html` or
/// `friends/all/2.html`, a group `friends/KEY.html`: no key is `all` or a number, so none of these meet. Assets and exports
/// keep their paths.
struct StaticLayout {
    let snapshot: Snapshot

    /// The kinds of state that a copy has a page for.
    private enum State {
        case plain, allOpen
        /// Some groups open: the copy has the page closed and the page open.
        case someOpen
    }

    /// The file for `reference`, percent-decoded; nil for what needs a server. `base` is the page that the reference stands
    /// on: a header there leads to the page with all groups open, and from that one back to the closed one.
    func file(for reference: SiteReference, on base: SiteReference) -> String? {
        guard let path = Self.decoded(reference.path) else { return nil }
        let bytes = SharedBytes(Array(path.utf8))
        return withExtendedLifetime(bytes) {
            switch Route(bytes.view, snapshot) {
            case .index: return reference.query.isEmpty ? "index.html" : nil
            case .page(let page):
                if case .unreadable = page.content { return nil }
                let isFirst = page.name == ByteView("index")
                return file(isFirst ? "index-list" : String(path.dropFirst()), reference, on: base)
            case .group: return file(String(path.dropFirst()), reference, on: base)
            case .export, .file: return reference.query.isEmpty ? String(path.dropFirst()) : nil
            case .stretch, .robots, .sitemap: return nil
            }
        }
    }

    private func file(_ stem: String, _ reference: SiteReference, on base: SiteReference) -> String? {
        guard var (state, part) = Self.state(of: reference.query) else { return nil }
        if state == .someOpen {
            let isOpenHere = base.path == reference.path && Self.state(of: base.query)?.state == .allOpen
            (state, part) = (isOpenHere ? .plain : .allOpen, 1)
        }
        let open = state == .allOpen ? stem + "/all" : stem
        return part == 1 ? open + ".html" : "\(open)/\(part).html"
    }

    /// What a query asks for; nil when it searches, filters or sorts.
    private static func state(of query: String) -> (state: State, part: Int)? {
        var (state, part) = (State.plain, 1)
        for parameter in query.split(separator: "&") {
            let halves = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            switch halves[0] {
            case "open": state = halves[1] == "all" ? .allOpen : .someOpen
            case "page":
                guard let number = Int(halves[1]) else { return nil }
                part = number
            default: return nil
            }
        }
        return (state, part)
    }

    /// The address that fills the file of a reference: the one state of the copy that stands for several.
    func address(for reference: SiteReference, on base: SiteReference) -> SiteReference {
        guard let (state, _) = Self.state(of: reference.query), state == .someOpen else { return reference }
        let isOpenHere = base.path == reference.path && Self.state(of: base.query)?.state == .allOpen
        return SiteReference(path: reference.path, query: isOpenHere ? "" : "open=all")
    }

    private static func decoded(_ path: String) -> String? {
        let source = SharedBytes(Array(path.utf8))
        var buffer = OutputBuffer()
        let outcome = withExtendedLifetime(source) { RequestPath.decode(source.view, into: &buffer) }
        return outcome == .refused ? nil : buffer.view.string
    }
}
