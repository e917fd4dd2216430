internal import Bytes

extension PageAddress {
    /// Writes the canonical query, without `?`: known parameters in their order, only what differs from the default.
    /// Writes nothing for the default state.
    func appendQuery(to out: inout OutputBuffer, grammar: AddressGrammar) {
        var writer = QueryWriter()
        appendOpen(to: &out, grammar: grammar, writer: &writer)
        appendRest(to: &out, grammar: grammar, writer: &writer)
    }

    /// Writes the canonical query with the section at `rank` toggled. Returns false, and writes nothing, when no
    /// address can hold that state.
    func appendQuery(toggling rank: UInt32, to out: inout OutputBuffer, grammar: AddressGrammar) -> Bool {
        guard let keys = grammar.keys else { return false }
        let start = out.count
        var writer = QueryWriter()
        writer.begin(.open, to: &out)
        switch open.append(toggling: rank, to: &out, keys: keys, searching: isSearch) {
        case .written: break
        case .isDefault:
            out.truncate(to: start)
            writer = QueryWriter()
        case .unaddressable:
            out.truncate(to: start)
            return false
        }
        appendRest(to: &out, grammar: grammar, writer: &writer)
        guard out.count - start <= Limits.emittedQueryBytes else {
            out.truncate(to: start)
            return false
        }
        return true
    }

    private func appendOpen(to out: inout OutputBuffer, grammar: AddressGrammar, writer: inout QueryWriter) {
        guard let keys = grammar.keys, open != grammar.openByDefault(searching: isSearch) else { return }
        writer.begin(.open, to: &out)
        open.append(to: &out, keys: keys)
    }

    private func appendRest(to out: inout OutputBuffer, grammar: AddressGrammar, writer: inout QueryWriter) {
        if isSearch {
            writer.begin(.search, to: &out)
            unsafe search.withUnsafeBytes { unsafe FormText.append(ByteView($0), to: &out) }
        }
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
    private var isFirst = true

    mutating func begin(_ parameter: AddressGrammar.Parameter, to out: inout OutputBuffer) {
        if !isFirst { out.append(UInt8(ascii: "&")) }
        isFirst = false
        out.append(parameter.name)
        out.append(UInt8(ascii: "="))
    }
}
