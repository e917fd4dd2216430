internal import Bytes

/// Reads the value of `open` or `found`, in any spelling that has one meaning: keys, aliases and section numbers in any order and
/// case, between `.`, `,` or spaces.
struct OpenSetReader {
    let keys: SectionKeys
    /// What a value means that names nothing.
    let standard: OpenGroups
    private(set) var hasUnknownKeys = false
    private(set) var usesNumbers = false
    /// Whether the value named anything; if not, the default stands.
    private(set) var hasTokens = false

    init(keys: SectionKeys, standard: OpenGroups) {
        self.keys = keys
        self.standard = standard
    }

    /// Makes `open` the set that `value` (percent-decoded) names, ranks in the order named; `finish` it afterwards.
    mutating func read(_ value: ByteView, into open: inout OpenGroups) {
        let form: OpenGroups.Form = namesAll(value) ? .allExcept : .only
        open.removeAll(form: form)
        forEachToken(of: value) { token in
            hasTokens = true
            readToken(token, form: form, into: &open)
        }
        if !hasTokens { open = standard }
    }

    private func namesAll(_ value: ByteView) -> Bool {
        var found = false
        forEachToken(of: value) { found = found || $0.equalsIgnoringCase(ByteView("all")) }
        return found
    }

    /// `all` and `none` only set the stage. A closed section means something after `all` only, an open one without it.
    private mutating func readToken(_ token: ByteView, form: OpenGroups.Form, into open: inout OpenGroups) {
        if token.equalsIgnoringCase(ByteView("all")) || token.equalsIgnoringCase(ByteView("none")) { return }
        let isException = token[0] == UInt8(ascii: "-")
        guard let section = section(isException ? token.dropFirst(1) : token) else {
            hasUnknownKeys = true
            return
        }
        if isException == (form == .allExcept) { open.name(keys.rank(of: section)) }
    }

    private mutating func section(_ token: ByteView) -> Int? {
        if token.isDecimal {
            guard let number = token.decimal, number < keys.count else { return nil }
            usesNumbers = true
            return number
        }
        return keys.section(named: token)
    }

    private func forEachToken(of value: ByteView, _ body: (ByteView) -> Void) {
        var start = 0
        for index in 0...value.count where index == value.count || Self.isSeparator(value[index]) {
            if index > start { body(value[start..<index]) }
            start = index + 1
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ")
    }
}

extension ByteView {
    /// Whether the bytes are digits only, and some.
    var isDecimal: Bool {
        for index in 0..<count where !ASCII.isDigit(self[index]) { return false }
        return !isEmpty
    }

    /// The number that the digits spell, or nil if these are no digits or too many.
    var decimal: Int? {
        guard isDecimal, count <= Limits.numberDigits else { return nil }
        var number = 0
        for index in 0..<count { number = number * 10 + Int(self[index] - 0x30) }
        return number
    }
}
