internal import Bytes

/// The last part of a stretched picture's address: `250x200@2x.png`.
struct StretchedAddress {
    /// Whether `file` begins like a size: a digit, and an `x` somewhere.
    static func looksLikeSize(_ file: ByteView) -> Bool {
        guard !file.isEmpty, ASCII.isDigit(file[0]) else { return false }
        return file.firstIndex(of: UInt8(ascii: "x")) != nil
    }
}
