/// The length and distance codes of DEFLATE (RFC 1951 §3.2.5).
enum DeflateCodes {
    /// The literal and length symbols: 256 bytes, the end of the block, 29 lengths.
    static let literalCount = 286
    static let distanceCount = 30
    static let endOfBlock = 256
    static let longestMatch = 258
    static let furthestDistance = 32_768

    /// A symbol and the bits that follow its code.
    struct Code: Sendable, Equatable {
        let symbol: Int
        let extraBits: Int
        let extra: Int
    }

    /// The code of a match of `length` bytes, 3 … 258.
    static func length(_ length: Int) -> Code {
        guard length < longestMatch else { return Code(symbol: 285, extraBits: 0, extra: 0) }
        let value = length - 3
        guard value >= 8 else { return Code(symbol: 257 + value, extraBits: 0, extra: 0) }
        let (group, extraBits, extra) = split(value, steps: 2)
        return Code(symbol: 257 + group, extraBits: extraBits, extra: extra)
    }

    /// The code of a distance of 1 … 32,768 bytes.
    static func distance(_ distance: Int) -> Code {
        let value = distance - 1
        guard value >= 4 else { return Code(symbol: value, extraBits: 0, extra: 0) }
        let (group, extraBits, extra) = split(value, steps: 1)
        return Code(symbol: group, extraBits: extraBits, extra: extra)
    }

    /// Codes come in groups of 2^`steps` that double their width: the group's number, its width, the place in it.
    private static func split(_ value: Int, steps: Int) -> (group: Int, extraBits: Int, extra: Int) {
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        let extraBits = top - steps
        return (extraBits << steps + value >> extraBits, extraBits, value & (1 << extraBits - 1))
    }
}
