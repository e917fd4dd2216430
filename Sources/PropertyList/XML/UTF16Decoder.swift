internal import Bytes

/// Text made UTF-8, as far as it could be.
struct DecodedText: ~Copyable {
    var text: OutputBuffer
    var fault: SourceFault?
}

/// UTF-16 to UTF-8, strictly.
enum UTF16Decoder {
    static func decode(_ bytes: ByteView, bigEndian: Bool) -> DecodedText {
        var decoded = DecodedText(text: OutputBuffer(capacity: bytes.count + bytes.count / 2), fault: nil)
        if let unit = append(bytes, bigEndian: bigEndian, to: &decoded.text) {
            decoded.fault = SourceFault(
                offset: decoded.text.count,
                sentence: "half a UTF-16 character (\(Hex.scalar(UInt32(unit)))) without its other half",
                hint: "save the file as UTF-8",
            )
        } else if bytes.count % 2 == 1 {
            decoded.fault = SourceFault(
                offset: decoded.text.count,
                sentence: "the file ends in the middle of a UTF-16 character",
                hint: "it may be cut off",
            )
        }
        return decoded
    }

    /// Writes the UTF-8 of all whole units up to the first lone surrogate, which is returned.
    static func append(_ bytes: ByteView, bigEndian: Bool, to text: inout OutputBuffer) -> UInt16? {
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(bytes, index, bigEndian)
            index += 2
            if first & 0xF800 != 0xD800 {
                text.append(scalar: UInt32(first))
                continue
            }
            guard first < 0xDC00, index + 1 < bytes.count else { return first }
            let second = unit(bytes, index, bigEndian)
            guard second & 0xFC00 == 0xDC00 else { return first }
            index += 2
            text.append(scalar: 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        }
        return nil
    }

    private static func unit(_ bytes: ByteView, _ index: Int, _ bigEndian: Bool) -> UInt16 {
        let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return bigEndian ? one << 8 | other : other << 8 | one
    }
}

extension OutputBuffer {
    /// Writes the UTF-8 of a scalar value, which must be one.
    mutating func append(scalar: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
        switch scalar {
        case 0..<0x80:
            append(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0)
            append(tail(0))
        case 0x800..<0x10000:
            append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0)
            append(tail(6))
            append(tail(0))
        default:
            append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0)
            append(tail(12))
            append(tail(6))
            append(tail(0))
        }
    }
}
