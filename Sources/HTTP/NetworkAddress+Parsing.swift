public import Bytes

extension NetworkAddress {
    /// The address that `text` writes: `a.b.c.d` or the forms of RFC 4291 §2.2, without brackets, port or zone; else nil.
    public init?(parsing text: ByteView) {
        if text.firstIndex(of: UInt8(ascii: ":")) == nil {
            guard let value = Self.ip4(text) else { return nil }
            self.init(family: .ip4, low: UInt64(value))
        } else {
            guard let (high, low) = Self.ip6(text) else { return nil }
            self.init(family: .ip6, high: high, low: low)
        }
    }

    /// The address in one element of a forwarding field: with an optional port, IPv6 in brackets or bare; else nil.
    public init?(parsingNode text: ByteView) {
        if !text.isEmpty, text[0] == UInt8(ascii: "[") {
            guard let close = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            guard let port = Self.port(text.dropFirst(close + 1)) else { return nil }
            self.init(parsing: text[1..<close])
            guard family != .ip4 || text.firstIndex(of: UInt8(ascii: ":")) != nil else { return nil }
            self.port = port
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")),
            text.firstIndex(of: UInt8(ascii: ":"), from: colon + 1) == nil
        {
            guard let port = Self.port(text.dropFirst(colon)) else { return nil }
            self.init(parsing: text.prefix(colon))
            self.port = port
        } else {
            self.init(parsing: text)
        }
    }

    /// The number after a `:`; 0 for nothing; nil for anything else.
    private static func port(_ text: ByteView) -> UInt16? {
        guard !text.isEmpty else { return 0 }
        guard text[0] == UInt8(ascii: ":"), text.count <= 6 else { return nil }
        return DecimalNumber.value(of: text.dropFirst(1)).flatMap { UInt16(exactly: $0) }
    }

    private static func ip4(_ text: ByteView) -> UInt32? {
        var value: UInt32 = 0
        var (part, digits, parts) = (UInt32(0), 0, 0)
        for index in 0...text.count {
            if index == text.count || text[index] == UInt8(ascii: ".") {
                guard digits > 0, part < 256, parts < 4 else { return nil }
                value = value << 8 | part
                (part, digits, parts) = (0, 0, parts + 1)
            } else {
                // A leading zero would be octal to some readers.
                guard ASCII.isDigit(text[index]), digits < 3, digits == 0 || part > 0 else { return nil }
                part = part * 10 + UInt32(text[index] & 15)
                digits += 1
            }
        }
        return parts == 4 ? value : nil
    }

    private static func ip6(_ text: ByteView) -> (UInt64, UInt64)? {
        var groups = IP6Groups()
        var index = 0
        if text.hasPrefix(ByteView("::")) {
            groups.markGap()
            index = 2
        }
        while index < text.count {
            let end = text.firstIndex(of: UInt8(ascii: ":"), from: index) ?? text.count
            let part = text[index..<end]
            if end == text.count, let value = ip4(part) {
                guard groups.append(UInt16(truncatingIfNeeded: value >> 16)) else { return nil }
                return groups.append(UInt16(truncatingIfNeeded: value)) ? groups.value : nil
            }
            guard let value = hexGroup(part), groups.append(value) else { return nil }
            index = end
            guard index < text.count else { break }
            index += 1
            guard index < text.count else { return nil }
            if text[index] == UInt8(ascii: ":") {
                guard groups.markGap() else { return nil }
                index += 1
            }
        }
        return groups.value
    }

    private static func hexGroup(_ text: ByteView) -> UInt16? {
        guard text.count >= 1, text.count <= 4 else { return nil }
        var value: UInt16 = 0
        for index in 0..<text.count {
            guard let digit = ASCII.hexValue(text[index]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}

/// The groups of an IPv6 address while it is read: those before `::` and those after it.
private struct IP6Groups {
    private var before: (high: UInt64, low: UInt64) = (0, 0)
    private var after: (high: UInt64, low: UInt64) = (0, 0)
    private var beforeCount = 0
    private var afterCount = 0
    private var hasGap = false

    @discardableResult
    mutating func markGap() -> Bool {
        guard !hasGap else { return false }
        hasGap = true
        return true
    }

    mutating func append(_ group: UInt16) -> Bool {
        guard beforeCount + afterCount < 8 else { return false }
        if hasGap {
            after = Self.shifted(after, group)
            afterCount += 1
        } else {
            before = Self.shifted(before, group)
            beforeCount += 1
        }
        return true
    }

    /// The address; nil unless there are eight groups, or fewer with `::`.
    var value: (UInt64, UInt64)? {
        guard hasGap ? beforeCount + afterCount < 8 : beforeCount == 8 else { return nil }
        var aligned = before
        for _ in beforeCount..<8 { aligned = Self.shifted(aligned, 0) }
        return (aligned.high | after.high, aligned.low | after.low)
    }

    private static func shifted(_ value: (high: UInt64, low: UInt64), _ group: UInt16) -> (high: UInt64, low: UInt64) {
        (value.high << 16 | value.low >> 48, value.low << 16 | UInt64(group))
    }
}
