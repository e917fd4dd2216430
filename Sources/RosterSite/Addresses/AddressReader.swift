internal import Bytes

/// Why a query was refused.
enum AddressError: Error, Equatable {
    /// 414: longer than `Limits.queryBytes`.
    case tooLong
    /// 400: a `%` without two hexadecimal digits, or text that is not UTF-8.
    case malformed
}

/// How an address stands to the canonical one of the state it means.
enum AddressVerdict: Equatable {
    /// It is spelled as we would spell it, apart from what was passed over.
    case serve
    /// It means the same for good: 308.
    case redirectForGood
    /// It means the same today, by section numbers: 307.
    case redirectForNow
}

/// Reads queries: bytes in, a state and its canonical spelling out. One per event loop; its memory is kept between
/// queries, so that reading allocates nothing once warm. The work is linear in the query.
struct AddressReader: ~Copyable {
    /// The state that was read.
    private(set) var address = PageAddress()
    /// The canonical query of that state, without `?`.
    private(set) var canonical = OutputBuffer(capacity: Limits.queryBytes)
    /// Whether the address named sections that are not there, or more than any address may.
    private(set) var hasUnknownKeys = false
    /// Whether parameters or values were passed over that mean nothing here: the state is not all of the address.
    private(set) var hasUnknownParts = false

    private var decoded = OutputBuffer(capacity: Limits.queryBytes)
    private var spelling = OutputBuffer(capacity: Limits.queryBytes)
    private var seen: UInt8 = 0
    private var usesNumbers = false
    private var namesOpen = false
    private var namesFound = false
    private var hasEmptyParts = false

    /// Reads `query` (raw, without `?`) as an address of a page of this grammar.
    mutating func read(_ query: ByteView, grammar: AddressGrammar) throws(AddressError) -> AddressVerdict {
        guard query.count <= Limits.queryBytes else { throw .tooLong }
        reset(to: grammar)
        var start = 0
        while start < query.count || start > 0 && start == query.count {
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            try readPart(query[start..<end], grammar: grammar)
            start = end + 1
        }
        settle(grammar)
        let isTidy = hasUnknownParts || !hasEmptyParts
        if hasUnknownKeys || isTidy && canonical.view == spelling.view { return .serve }
        return usesNumbers ? .redirectForNow : .redirectForGood
    }

    private mutating func reset(to grammar: AddressGrammar) {
        address.reset(to: grammar)
        canonical.removeAll()
        spelling.removeAll()
        (hasUnknownKeys, hasUnknownParts, hasEmptyParts) = (false, false, false)
        (usesNumbers, namesOpen, namesFound) = (false, false, false)
        seen = 0
    }

    /// Ends a state: puts keys in order, and keeps as many as an address may name.
    private mutating func settle(_ grammar: AddressGrammar) {
        if namesOpen { address.open.finish(among: grammar.keys?.count ?? 0) }
        if address.open != grammar.openByDefault {
            let fits = address.search.count <= Self.shortSearch
            if address.open.cut(to: fits ? OpenGroups.most : OpenGroups.most / 2) { hasUnknownKeys = true }
        }
        if namesFound { settleFound(grammar) }
        address.appendQuery(to: &canonical, grammar: grammar)
    }

    /// What is open of what was found says something only beside a search.
    private mutating func settleFound(_ grammar: AddressGrammar) {
        guard address.isSearch else { return address.found.removeAll(form: .allExcept) }
        address.found.finish(among: 0)
        if address.found.cut(to: address.mostFound(grammar)) { hasUnknownKeys = true }
    }

    /// Beside a search of more bytes, each of which may take three, only half the keys fit into a query.
    private static let shortSearch = 50

    /// Reads `name=value`. What the page knows goes on to the spelling that is compared with the canonical one.
    private mutating func readPart(_ part: ByteView, grammar: AddressGrammar) throws(AddressError) {
        let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.count
        decoded.removeAll()
        guard FormText.decode(part.prefix(equals), into: &decoded) else { throw .malformed }
        let nameEnd = decoded.count
        guard FormText.decode(part.dropFirst(equals + 1), into: &decoded) else { throw .malformed }
        let parameter = AddressGrammar.Parameter.allCases.first { decoded.view.prefix(nameEnd) == $0.name }
        guard let parameter, grammar.knows(parameter) else {
            if part.isEmpty { hasEmptyParts = true } else { hasUnknownParts = true }
            return
        }
        let bit: UInt8 = 1 << parameter.rawValue
        let isKnown = seen & bit != 0 || readValue(from: nameEnd, of: parameter, grammar: grammar)
        seen |= bit
        guard isKnown else {
            hasUnknownParts = true
            return
        }
        if !spelling.isEmpty { spelling.append(UInt8(ascii: "&")) }
        spelling.append(part)
    }

    /// Reads the value in `decoded` from `start`; false if it means nothing here.
    private mutating func readValue(
        from start: Int,
        of parameter: AddressGrammar.Parameter,
        grammar: AddressGrammar,
    ) -> Bool {
        let value = decoded.view.dropFirst(start)
        switch parameter {
        case .open:
            guard let keys = grammar.keys else { return false }
            var set = OpenSetReader(keys: keys, standard: keys.openByDefault)
            set.read(value, into: &address.open)
            namesOpen = note(set)
            return true
        case .found:
            guard let keys = grammar.keys else { return false }
            var set = OpenSetReader(keys: keys, standard: .all)
            set.read(value, into: &address.found)
            namesFound = note(set)
            return true
        case .search:
            return address.readSearch(value)
        case .show:
            return address.readShow(value)
        case .sort:
            return address.readOrder(value, grammar: grammar)
        case .columns:
            return address.readColumns(value, grammar: grammar)
        case .page:
            return address.readPage(value)
        }
    }

    /// Keeps how a set of sections was spelled. Returns whether it names any.
    private mutating func note(_ set: OpenSetReader) -> Bool {
        hasUnknownKeys = hasUnknownKeys || set.hasUnknownKeys
        usesNumbers = usesNumbers || set.usesNumbers
        return set.hasTokens
    }
}
