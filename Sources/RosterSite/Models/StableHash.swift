internal import Bytes

/// FNV-1a with 64 bits: the hash behind keys and revisions.
///
/// Keys made from it stand in addresses that people keep, so it must never change; its test holds the published vectors.
struct StableHash {
    /// The hash of what was added so far.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes.
    mutating func add(_ bytes: ByteView) {
        var hash = value
        unsafe bytes.withUnsafeBytes { buffer in
            for index in 0..<buffer.count { hash = unsafe (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3 }
        }
        value = hash
    }

    /// Adds the UTF-8 of `text` and a zero byte, so that two texts in a row differ from one.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0)
    }

    /// Adds a number, lowest byte first.
    mutating func add(number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// The hash of `bytes`.
    static func of(_ bytes: ByteView) -> UInt64 {
        var hash = StableHash()
        hash.add(bytes)
        return hash.value
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
