public import Bytes

/// Well-formed UTF-8 (RFC 3629 §4): no overlong form, no surrogate, nothing above U+10FFFF.
public enum UTF8Text {
    /// Whether all of `text` is well-formed.
    public static func isValid(_ text: ByteView) -> Bool {
        var index = 0
        while index < text.count {
            let lead = text[index]
            index += 1
            if lead < 0x80 { continue }
            guard let (more, low, high) = continuation(of: lead), index + more <= text.count else { return false }
            guard text[index] >= low, text[index] <= high else { return false }
            for offset in 1..<max(1, more) {
                guard text[index + offset] & 0xc0 == 0x80 else { return false }
            }
            index += more
        }
        return true
    }

    /// How many bytes follow a lead byte, and between what the first of them lies.
    private static func continuation(of lead: UInt8) -> (count: Int, low: UInt8, high: UInt8)? {
        switch lead {
        case 0xc2...0xdf: (1, 0x80, 0xbf)
        case 0xe0: (2, 0xa0, 0xbf)
        case 0xed: (2, 0x80, 0x9f)
        case 0xe1...0xef: (2, 0x80, 0xbf)
        case 0xf0: (3, 0x90, 0xbf)
        case 0xf1...0xf3: (3, 0x80, 0xbf)
        case 0xf4: (3, 0x80, 0x8f)
        default: nil
        }
    }
}
