internal import Bytes

extension PageAddress {
    /// Writes the canonical query, without `?`: known parameters in their order, only what differs from the default.
    /// Writes nothing for the default state.
    func appendQuery(to out: inout OutputBuffer, grammar: AddressGrammar) {
        var writer = QueryWriter()
        appendSearched(to: &out, grammar: grammar, writer: &writer)
        if isSearch, let keys = grammar.keys, found != .all {
            writer.begin(.found, to: &out)
            found.append(to: &out, keys: keys)
        }
        appendRest(to: &out, grammar: grammar, writer: &writer)
    }

    /// How many sections `found` may name: as many as fit behind `open` and `q`, whatever the rest of the query says.
    func mostFound(_ grammar: AddressGrammar) -> Int {
        var out = OutputBuffer(capacity: Limits.emittedQueryBytes)
        var writer = QueryWriter()
        appendSearched(to: &out, grammar: grammar, writer: &writer)
        return Self.mostFound(behind: out.count)
    }

    private static func mostFound(behind length: Int) -> Int {
        let rest = "&found=none&show=online&sort=online&page=123456789".utf8.count
        let room = Limits.emittedQueryBytes - rest - length
        return min(OpenGroups.most, max(0, room / (SectionKeys.keyBytes + ".-".utf8.count)))
    }

    /// Writes the canonical query with the section at `rank` toggled. Returns false, and writes nothing, when no
    /// address can hold that state.
    func appendQuery(toggling rank: UInt32, to out: inout OutputBuffer, grammar: AddressGrammar) -> Bool {
        guard let keys = grammar.keys else { return false }
        let start = out.count
        var writer = QueryWriter()
        let isWritten =
            isSearch
            ? appendFound(toggling: rank, to: &out, grammar: grammar, keys: keys, writer: &writer)
            : appendOpen(toggling: rank, to: &out, keys: keys, writer: &writer)
        if isWritten { appendRest(to: &out, grammar: grammar, writer: &writer) }
        guard isWritten, out.count - start <= Limits.emittedQueryBytes else {
            out.truncate(to: start)
            return false
        }
        return true
    }

    /// Writes what follows the key in the addresses that toggle a section, and returns what stands before it, if every one of
    /// them names that section only; else nil, and writes nothing.
    func appendToggles(to out: inout OutputBuffer, grammar: AddressGrammar) -> StaticString? {
        guard let keys = grammar.keys, keys.count <= OpenGroups.most, !isSearch, open.ranks.isEmpty else { return nil }
        let standard = keys.openByDefault
        // One of them may lead back to the default, which is not written.
        guard standard.ranks.count != 1 || standard.form != open.form else { return nil }
        var writer = QueryWriter(isFirst: false)
        appendRest(to: &out, grammar: grammar, writer: &writer)
        return open.form == .only ? "?open=" : "?open=all.-"
    }

    /// Writes what is open with the section at `rank` toggled. Returns false where no address can name that.
    private func appendOpen(
        toggling rank: UInt32,
        to out: inout OutputBuffer,
        keys: SectionKeys,
        writer: inout QueryWriter,
    ) -> Bool {
        let (before, end) = (writer, out.count)
        writer.begin(.open, to: &out)
        return writer.end(open.append(toggling: rank, to: &out, keys: keys), back: before, at: end, in: &out)
    }

    /// Writes what is searched for, and what is open of what was found with the section at `rank` toggled. Returns false
    /// where no address can name that.
    private func appendFound(
        toggling rank: UInt32,
        to out: inout OutputBuffer,
        grammar: AddressGrammar,
        keys: SectionKeys,
        writer: inout QueryWriter,
    ) -> Bool {
        let start = out.count
        appendSearched(to: &out, grammar: grammar, writer: &writer)
        let (before, end) = (writer, out.count)
        writer.begin(.found, to: &out)
        let most = Self.mostFound(behind: end - start)
        let toggled = found.append(toggling: rank, to: &out, keys: keys, standard: .all, most: most)
        return writer.end(toggled, back: before, at: end, in: &out)
    }

    /// Writes what is open without a search, and what is searched for.
    private func appendSearched(to out: inout OutputBuffer, grammar: AddressGrammar, writer: inout QueryWriter) {
        appendOpen(to: &out, grammar: grammar, writer: &writer)
        guard isSearch else { return }
        writer.begin(.search, to: &out)
        unsafe search.withUnsafeBytes { unsafe FormText.append(ByteView($0), to: &out) }
    }

    private func appendOpen(to out: inout OutputBuffer, grammar: AddressGrammar, writer: inout QueryWriter) {
        guard let keys = grammar.keys, open != grammar.openByDefault else { return }
        writer.begin(.open, to: &out)
        open.append(to: &out, keys: keys)
    }

    private func appendRest(to out: inout OutputBuffer, grammar: AddressGrammar, writer: inout QueryWriter) {
        if onlineOnly {
            writer.begin(.show, to: &out)
            out.append("online")
        }
        if order != .file {
            writer.begin(.sort, to: &out)
            out.append(order.word)
        }
        if grammar.hasColumns, columns != grammar.columns {
            writer.begin(.columns, to: &out)
            switch columns {
            case .automatic: out.append("auto")
            case .fixed(let count): out.append(decimal: count)
            }
        }
        if page > 1 {
            writer.begin(.page, to: &out)
            out.append(decimal: page)
        }
    }
}

/// Writes names of parameters, with `&` between them.
private struct QueryWriter {
    private(set) var isFirst = true

    mutating func begin(_ parameter: AddressGrammar.Parameter, to out: inout OutputBuffer) {
        if !isFirst { out.append(UInt8(ascii: "&")) }
        isFirst = false
        out.append(parameter.name)
        out.append(UInt8(ascii: "="))
    }

    /// Ends a parameter whose value is a toggled set; the default is not written, so everything from `end` goes again.
    /// Returns false where no address can name the set.
    mutating func end(
        _ toggled: OpenGroups.Toggled,
        back before: QueryWriter,
        at end: Int,
        in out: inout OutputBuffer,
    ) -> Bool {
        if toggled == .isDefault {
            out.truncate(to: end)
            self = before
        }
        return toggled != .unaddressable
    }
}
