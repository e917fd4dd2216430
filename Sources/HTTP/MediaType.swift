public import Bytes

/// The `Content-Type` of files, with the charset that text needs.
public enum MediaType {
    /// The type of a file name by its ending, letters compared without case; nil for an unknown ending.
    public static func ofFile(_ name: ByteView) -> StaticString? {
        var dot = name.count
        while dot > 0, name[dot - 1] != UInt8(ascii: "."), name[dot - 1] != UInt8(ascii: "/") { dot -= 1 }
        guard dot > 0, name[dot - 1] == UInt8(ascii: ".") else { return nil }
        let ending = name.dropFirst(dot)
        return table.first { ending.equalsIgnoringCase(ByteView($0.0)) }?.1
    }

    private static let table: [(StaticString, StaticString)] = [
        ("css", "text/css; charset=utf-8"),
        ("csv", "text/csv; charset=utf-8"),
        ("gif", "image/gif"),
        ("html", "text/html; charset=utf-8"),
        ("ico", "image/x-icon"),
        ("jpeg", "image/jpeg"),
        ("jpg", "image/jpeg"),
        ("js", "text/javascript; charset=utf-8"),
        ("json", "application/json; charset=utf-8"),
        ("pdf", "application/pdf"),
        ("plist", "application/x-plist"),
        ("png", "image/png"),
        ("svg", "image/svg+xml; charset=utf-8"),
        ("txt", "text/plain; charset=utf-8"),
        ("vcf", "text/vcard; charset=utf-8"),
        ("webmanifest", "application/manifest+json; charset=utf-8"),
        ("webp", "image/webp"),
        ("woff2", "font/woff2"),
        ("xml", "application/xml; charset=utf-8"),
    ]

    /// Whether content of this type becomes smaller by compression: text and SVG do, pictures and fonts do not.
    public static func isCompressible(_ type: ByteView) -> Bool {
        if type.hasPrefix(ByteView("text/")) || type.hasPrefix(ByteView("image/svg")) { return true }
        for kind in ["application/json", "application/xml", "application/x-plist", "application/manifest"]
            as [StaticString] where type.hasPrefix(ByteView(kind))
        {
            return true
        }
        return false
    }
}
