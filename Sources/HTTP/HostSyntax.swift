public import Bytes

/// The grammar of `Host` (RFC 9110 §7.2, RFC 3986 §3.2.2).
public enum HostSyntax {
    /// Whether `text` is a host name, an IPv4 address or a bracketed IPv6 address, with an optional port; or empty.
    public static func isAuthority(_ text: ByteView) -> Bool {
        let port = portIndex(in: text)
        guard isPort(text.dropFirst(port)) else { return false }
        let name = text.prefix(port)
        if !name.isEmpty, name[0] == UInt8(ascii: "[") { return isBracketed(name) }
        var index = 0
        while index < name.count {
            guard isNameByte(name[index]) else { return false }
            index += 1
        }
        return !name.isEmpty || text.isEmpty
    }

    /// Where the `:` of the port stands, or the end.
    public static func portIndex(in text: ByteView) -> Int {
        var from = 0
        if !text.isEmpty, text[0] == UInt8(ascii: "[") { from = text.firstIndex(of: UInt8(ascii: "]")) ?? 0 }
        return text.firstIndex(of: UInt8(ascii: ":"), from: from) ?? text.count
    }

    private static func isPort(_ text: ByteView) -> Bool {
        guard !text.isEmpty else { return true }
        var value = 0
        for index in 1..<text.count {
            guard ASCII.isDigit(text[index]), text.count <= 6 else { return false }
            value = value * 10 + Int(text[index] & 15)
        }
        return value <= 65535
    }

    private static func isBracketed(_ name: ByteView) -> Bool {
        guard name.count > 2, name[name.count - 1] == UInt8(ascii: "]") else { return false }
        return NetworkAddress(parsing: name[1..<name.count - 1])?.family != nil
            && name.firstIndex(of: UInt8(ascii: ":")) != nil
    }

    /// Unreserved, sub-delims and `%`, without those that have no place in a name: a Host is only ever compared or copied.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        if ASCII.isLetter(byte) || ASCII.isDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "="):
            return true
        default: return false
        }
    }
}
