public import Bytes

/// The grammar of `Host` (RFC 9110 §7.2, RFC 3986 §3.2.2).
public enum HostSyntax {
    /// Whether `text` is a host name, an IPv4 address or a bracketed IPv6 address, with an optional port; or empty.
    public static func isAuthority(_ text: ByteView) -> Bool {
        let name = text.span(of: .host)
        if name == text.count { return true }
        if name > 0 { return isPort(text.dropFirst(name)) }
        guard text[0] == UInt8(ascii: "[") else { return false }
        let port = portIndex(in: text)
        return isBracketed(text.prefix(port)) && isPort(text.dropFirst(port))
    }

    /// Where the `:` of the port stands, or the end.
    public static func portIndex(in text: ByteView) -> Int {
        var from = 0
        if !text.isEmpty, text[0] == UInt8(ascii: "[") { from = text.firstIndex(of: UInt8(ascii: "]")) ?? 0 }
        return text.firstIndex(of: UInt8(ascii: ":"), from: from) ?? text.count
    }

    private static func isPort(_ text: ByteView) -> Bool {
        guard !text.isEmpty else { return true }
        guard text[0] == UInt8(ascii: ":"), text.count <= 6 else { return false }
        var value = 0
        for index in 1..<text.count {
            guard ASCII.isDigit(text[index]) else { return false }
            value = value * 10 + Int(text[index] & 15)
        }
        return value <= 65535
    }

    private static func isBracketed(_ name: ByteView) -> Bool {
        guard name.count > 2, name[name.count - 1] == UInt8(ascii: "]") else { return false }
        return NetworkAddress(parsing: name[1..<name.count - 1])?.family != nil
            && name.firstIndex(of: UInt8(ascii: ":")) != nil
    }
}
