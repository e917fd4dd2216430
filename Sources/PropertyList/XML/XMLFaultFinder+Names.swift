internal import Bytes

extension XMLFaultFinder {
    /// The end of the name that begins at `start`; `start` itself where none does (XML 1.0 §2.3).
    func nameEnd(from start: Int) -> Int {
        guard let (first, length) = scalar(at: start), Self.isNameStart(first) else { return start }
        var index = start + length
        while let (next, length) = scalar(at: index), Self.isNameCharacter(next) { index += length }
        return index
    }

    /// Whether a name begins at `index`.
    func hasName(at index: Int) -> Bool { nameEnd(from: index) > index }

    private func scalar(at index: Int) -> (UInt32, Int)? {
        index < text.count ? UTF8Scanner.scalar(in: text, at: index) : nil
    }

    private static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
            0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x10000...0xEFFFF:
            true
        default: false
        }
    }

    private static func isNameCharacter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}
