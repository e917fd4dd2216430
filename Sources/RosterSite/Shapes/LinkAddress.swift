internal import Bytes

/// Addresses that a data file may put into a link.
enum LinkAddress {
    /// Longer ones are no address that a person made.
    private static let longest = 2048

    /// Whether `text` may be an `href`: `https:`, `http:`, `mailto:`, `tel:` or a path of this site, in printable ASCII
    /// or UTF-8 without spaces.
    static func isAllowed(_ text: ByteView) -> Bool {
        guard !text.isEmpty, text.count <= longest, isPrintable(text) else { return false }
        for scheme in ["https://", "http://", "mailto:", "tel:"] as [StaticString] {
            let start = ByteView(scheme)
            if text.count > start.count, text.prefix(start.count).equalsIgnoringCase(start) { return true }
        }
        // A path, but not `//host` or `/\host`, which leave the site.
        guard text[0] == UInt8(ascii: "/") else { return false }
        return text.count == 1 || (text[1] != UInt8(ascii: "/") && text[1] != UInt8(ascii: "\\"))
    }

    /// Writes an allowed address as a page links it that reaches the site's root by `way` (`./` or `../`): a path of this
    /// site becomes relative, so that it stays below whatever prefix the site is mounted at.
    static func append(_ address: ByteView, way: StaticString, to output: inout OutputBuffer) {
        guard address.hasPrefix(ByteView("/")) else { return output.append(address) }
        output.append(way)
        output.append(address.dropFirst(1))
    }

    private static func isPrintable(_ text: ByteView) -> Bool {
        for index in 0..<text.count where text[index] <= 0x20 || text[index] == 0x7F { return false }
        return true
    }
}
