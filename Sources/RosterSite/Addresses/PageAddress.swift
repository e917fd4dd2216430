internal import Bytes

/// The state of a page as its address says it: what is open, searched, shown, sorted, and which part of it.
struct PageAddress: Sendable, Equatable {
    var open = OpenGroups.none
    /// What is searched for, as typed: no controls, no outer spaces; empty when nothing is.
    var search: [UInt8] = []
    /// Which of the sections that a search finds are open: all of them unless the reader folded some. `open` rides along
    /// meanwhile, and says nothing about what is shown.
    var found = OpenGroups.all
    var onlineOnly = false
    var order = FriendSort.file
    var columns = PageSettings.Columns.automatic
    /// From 1.
    var page = 1

    /// Whether something is searched for.
    var isSearch: Bool { !search.isEmpty }

    /// Whether the section at `rank` is shown open.
    func isOpen(_ rank: UInt32) -> Bool { isSearch ? found.contains(rank) : open.contains(rank) }

    /// Whether `sections` are those shown open.
    func shows(_ sections: OpenGroups) -> Bool { isSearch ? found == sections : open == sections }

    /// The same list without the search, as it was left.
    var withoutSearch: PageAddress {
        var address = self
        address.search = []
        address.found = .all
        address.page = 1
        return address
    }

    /// The same state with every section open, or with every one closed; while searching, of those found.
    func with(everySection sections: OpenGroups) -> PageAddress {
        var address = self
        if isSearch { address.found = sections } else { address.open = sections }
        address.page = 1
        return address
    }

    /// Goes back to what `grammar` shows when the address says nothing; memory is kept.
    mutating func reset(to grammar: AddressGrammar) {
        open.removeAll(form: .only)
        if let keys = grammar.keys { open = keys.openByDefault }
        search.removeAll(keepingCapacity: true)
        found.removeAll(form: .allExcept)
        onlineOnly = false
        order = .file
        columns = grammar.columns
        page = 1
    }
}

/// What the addresses of one page may say. A class: as a value it was copied, member by member, for every link.
final class AddressGrammar: Sendable {
    /// A parameter, in the order addresses list them.
    enum Parameter: UInt8, Sendable, CaseIterable {
        case open, search, found, show, sort, columns, page

        var name: ByteView {
            switch self {
            case .open: ByteView("open")
            case .search: ByteView("q")
            case .found: ByteView("found")
            case .show: ByteView("show")
            case .sort: ByteView("sort")
            case .columns: ByteView("cols")
            case .page: ByteView("page")
            }
        }
    }

    /// The sections that open and close; nil where nothing does.
    let keys: SectionKeys?
    /// Whether text may be searched for.
    let searches: Bool
    /// Whether those who are not online may be hidden and the others sorted first.
    let hasPresence: Bool
    /// Whether VIPs may be sorted first.
    let hasVIPs: Bool
    /// Whether rows may be sorted at all.
    let sorts: Bool
    /// Whether columns may be chosen, and how many there are by default.
    let hasColumns: Bool
    let columns: PageSettings.Columns

    /// What the addresses of a page with these parts may say.
    init(
        keys: SectionKeys? = nil,
        searches: Bool = false,
        hasPresence: Bool = false,
        hasVIPs: Bool = false,
        sorts: Bool = false,
        hasColumns: Bool = false,
        columns: PageSettings.Columns = .automatic,
    ) {
        self.keys = keys
        self.searches = searches
        self.hasPresence = hasPresence
        self.hasVIPs = hasVIPs
        self.sorts = sorts
        self.hasColumns = hasColumns
        self.columns = columns
    }

    /// The orders that the page's rows have, that of the file first.
    var orders: [FriendSort] {
        switch (hasPresence, hasVIPs) {
        case (true, true): Self.allOrders
        case (true, false): Self.ordersByPresence
        case (false, true): Self.ordersByVIP
        case (false, false): Self.plainOrders
        }
    }

    // Made once: a page asks for them each time it is rendered.
    private static let allOrders: [FriendSort] = [.file, .online, .vip, .name]
    private static let ordersByPresence: [FriendSort] = [.file, .online, .name]
    private static let ordersByVIP: [FriendSort] = [.file, .vip, .name]
    private static let plainOrders: [FriendSort] = [.file, .name]

    /// Whether the page knows `parameter` at all; one it does not know is passed over.
    func knows(_ parameter: Parameter) -> Bool {
        switch parameter {
        case .open: keys != nil
        case .search: searches
        case .found: searches && keys != nil
        case .show: hasPresence
        case .sort: sorts
        case .columns: hasColumns
        case .page: true
        }
    }

    /// What the addresses of the page's downloads may say: nothing that only a page on a screen has.
    var ofDownloads: AddressGrammar {
        AddressGrammar(
            searches: searches,
            hasPresence: hasPresence,
            hasVIPs: hasVIPs,
            sorts: sorts,
            columns: columns,
        )
    }

    /// What is open when the address says nothing: the owner's default.
    var openByDefault: OpenGroups { keys?.openByDefault ?? .none }
}
