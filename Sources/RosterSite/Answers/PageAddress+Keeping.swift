internal import Bytes

extension PageAddress {
    /// Whether nothing is searched, filtered, sorted or laid out otherwise than by default, and what is open is what the
    /// owner says, everything, or one section: few enough states for shared caches.
    private func isCommon(_ grammar: AddressGrammar) -> Bool {
        guard !isSearch, !onlineOnly, order == .file, columns == grammar.columns else { return false }
        return open == grammar.openByDefault || open == .all || open.form == .only && open.ranks.count == 1
    }

    /// Who may keep the page.
    func policy(_ grammar: AddressGrammar) -> CachePolicy { isCommon(grammar) ? .shared : .own }

    /// Whether crawlers should leave this state out: all but the default and its parts.
    func isUnlisted(_ grammar: AddressGrammar) -> Bool { !isCommon(grammar) || open != grammar.openByDefault }

    /// Where the page is kept.
    func pool(_ kind: SiteResponder.Kind) -> ResponseCache.Pool {
        switch kind {
        case .index: page == 1 ? .standard : .own
        case .group: .shared
        case .list, .grid, .chat, .outline:
            if !isCommon(kind.grammar) {
                .own
            } else {
                page == 1 && open == kind.grammar.openByDefault ? .standard : .shared
            }
        }
    }
}

extension SiteRevision {
    /// A hash of the data that a page shows.
    func dataHash(of kind: SiteResponder.Kind) -> UInt64 {
        switch kind {
        case .index: snapshot.revision
        case .list(let list), .group(let list, _): list.page.revision
        case .grid(let grid): grid.page.revision
        case .chat(let chat): chat.page.revision
        case .outline(let outline): outline.page.revision
        }
    }
}
