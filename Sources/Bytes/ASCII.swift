/// Questions about single bytes, asked of octets and never of decoded text.
public enum ASCII {
    /// Whether `byte` is `0` … `9`.
    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether `byte` is a letter without accents.
    @inlinable
    public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// `byte`, made small if it is a capital letter.
    @inlinable
    public static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The value of a hexadecimal digit, or nil.
    @inlinable
    public static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// The sixteen digits, small letters.
    @inlinable
    public static func hexDigit(_ value: UInt8) -> UInt8 {
        let low = value & 15
        return low < 10 ? 0x30 &+ low : 0x57 &+ low
    }
}
