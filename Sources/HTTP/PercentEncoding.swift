public import Bytes

/// `%XX` (RFC 3986 §2.1): decoded once, on octets.
public enum PercentEncoding {
    /// The octet written at `index`, where a `%` stands; nil unless two hexadecimal digits follow.
    @inlinable
    public static func value(in text: ByteView, at index: Int) -> UInt8? {
        guard index >= 0, index + 2 < text.count, let high = ASCII.hexValue(text[index + 1]),
            let low = ASCII.hexValue(text[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Appends `text` decoded; false (with some of it appended) when a `%` is not followed by two digits.
    ///
    /// With `plusIsSpace`, `+` becomes a space, as in the query of a submitted form.
    public static func decode(_ text: ByteView, plusIsSpace: Bool = false, into output: inout OutputBuffer) -> Bool {
        output.need(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard let value = value(in: text, at: index) else { return false }
                output.append(value)
                index += 3
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return true
    }

    /// Appends `text` with everything but unreserved characters encoded: right for a path segment and a query value.
    public static func encode(_ text: ByteView, into output: inout OutputBuffer) {
        for index in 0..<text.count {
            let byte = text[index]
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output.append(UInt8(ascii: "%"))
                output.append(upperDigit(byte >> 4))
                output.append(upperDigit(byte & 15))
            }
        }
    }

    /// Letters, digits and `-._~`, which never need encoding.
    @inlinable
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    private static func upperDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
