internal import Bytes

/// The encodings an XML property list may be written in. Others are refused before a parser sees a byte: UTF-7, for
/// one, turns harmless letters into markup.
enum SourceEncoding: Equatable {
    case utf8, ascii
    case utf16(bigEndian: Bool)
    /// One that the C library converts, by its name there.
    case legacy(StaticString)

    static func == (left: SourceEncoding, right: SourceEncoding) -> Bool {
        switch (left, right) {
        case (.utf8, .utf8), (.ascii, .ascii): true
        case (.utf16(let one), .utf16(let other)): one == other
        case (.legacy(let one), .legacy(let other)): ByteView(one) == ByteView(other)
        default: false
        }
    }

    /// The names for messages.
    static let known = """
        UTF-8, UTF-16, ISO-8859-1 to -16, windows-1250 to -1258, GBK, GB2312, GB18030, Big5, Shift_JIS, EUC-JP, \
        EUC-KR, US-ASCII
        """

    /// The encoding that `label` names in any case of letters, or nil; UTF-16 without an order counts as big-endian.
    static func named(_ label: ByteView) -> SourceEncoding? {
        if label.equalsIgnoringCase("UTF-8") { return .utf8 }
        if label.equalsIgnoringCase("US-ASCII") { return .ascii }
        if label.equalsIgnoringCase("UTF-16") || label.equalsIgnoringCase("UTF-16BE") {
            return .utf16(bigEndian: true)
        }
        if label.equalsIgnoringCase("UTF-16LE") { return .utf16(bigEndian: false) }
        for name in legacyNames where label.equalsIgnoringCase(ByteView(name)) { return .legacy(name) }
        return nil
    }

    private static let legacyNames: [StaticString] = [
        "GBK", "GB18030", "GB2312", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR",
        "ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
        "ISO-8859-9", "ISO-8859-10", "ISO-8859-11", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16",
        "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
        "windows-1257", "windows-1258",
    ]
}

extension ByteView {
    func equalsIgnoringCase(_ other: StaticString) -> Bool { equalsIgnoringCase(ByteView(other)) }
}
