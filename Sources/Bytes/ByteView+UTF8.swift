extension ByteView {
    /// Whether the bytes are well-formed UTF-8: shortest forms only, no surrogates, nothing past U+10FFFF.
    public var isUTF8: Bool {
        var index = 0
        while index < count {
            guard let length = scalarLength(at: index) else { return false }
            index += length
        }
        return true
    }

    /// How many bytes the UTF-8 scalar at `index` takes, or nil where it is not well-formed (Unicode table 3-7).
    public func scalarLength(at index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        let first = self[index]
        if first < 0x80 { return 1 }
        let (length, seconds): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0x80)
            }
        guard length > 0, count - index >= length, seconds.contains(self[index + 1]) else { return nil }
        for offset in 2..<max(2, length) where self[index + offset] & 0xC0 != 0x80 { return nil }
        return length
    }
}
