internal import Bytes

/// A hash of content as addresses and validators write it: digits and small letters, 5 bits each.
enum ContentHash {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// 30 bits: a file that changes gets another address with all but certainty, and addresses stay short.
    private static let addressDigits = 6
    /// All 64 bits.
    private static let validatorDigits = 13

    /// Writes the whole hash.
    static func append(_ hash: UInt64, to out: inout OutputBuffer) { append(hash, digits: validatorDigits, to: &out) }

    /// The hash as one part of an address.
    static func address(_ hash: UInt64) -> String { text(hash ^ hash >> 30, digits: addressDigits) }

    /// The whole hash as a name of content.
    static func validator(_ hash: UInt64) -> String { text(hash, digits: validatorDigits) }

    private static func text(_ hash: UInt64, digits count: Int) -> String {
        var out = OutputBuffer(capacity: 16)
        append(hash, digits: count, to: &out)
        return out.view.string
    }

    private static func append(_ hash: UInt64, digits count: Int, to out: inout OutputBuffer) {
        for place in stride(from: count - 1, through: 0, by: -1) {
            out.append(digits[Int(truncatingIfNeeded: hash >> UInt64(place * 5)) & 31])
        }
    }
}
