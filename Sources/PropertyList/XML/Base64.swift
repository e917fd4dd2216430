internal import Bytes

/// Base64 of RFC 4648 §4 with white space anywhere, padding complete and last. Spare bits may be set.
enum Base64 {
    enum Problem: Equatable {
        case badCharacter(UInt8), cutOff, misplacedPadding, afterPadding
    }

    enum Outcome: Equatable {
        case success
        /// What is wrong, and at which byte of the text.
        case failure(Problem, Int)
    }

    static func decode(_ text: ByteView, into output: inout OutputBuffer) -> Outcome {
        output.need(text.count / 4 * 3 + 3)
        var (bits, held, padding): (UInt32, Int, Int) = (0, 0, 0)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte.isXMLSpace { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                guard held >= 2, held + padding <= 4 else { return .failure(.misplacedPadding, index - 1) }
                continue
            }
            guard let six = value(byte) else { return .failure(.badCharacter(byte), index - 1) }
            guard padding == 0 else { return .failure(.afterPadding, index - 1) }
            bits = bits << 6 | six
            held += 1
            guard held == 4 else { continue }
            put(bits, 3, &output)
            (bits, held) = (0, 0)
        }
        guard held == 0 || held + padding == 4 else { return .failure(.cutOff, max(0, text.trimmedEnd - 1)) }
        if held > 0 { put(bits << UInt32(6 * (4 - held)), held - 1, &output) }
        return .success
    }

    /// Writes `bytes` in groups of four, without line breaks.
    static func encode(_ bytes: ByteView, into output: inout OutputBuffer) {
        let alphabet = ByteView("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        output.need(bytes.count / 3 * 4 + 4)
        var index = 0
        while index < bytes.count {
            let length = min(3, bytes.count - index)
            var bits: UInt32 = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < length ? UInt32(bytes[index + offset]) : 0) }
            for digit in 0..<4 {
                let six = Int(bits >> UInt32(18 - 6 * digit) & 63)
                output.append(digit <= length ? alphabet[six] : UInt8(ascii: "="))
            }
            index += 3
        }
    }

    private static func put(_ bits: UInt32, _ count: Int, _ output: inout OutputBuffer) {
        for shift in 0..<count { output.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * shift))) }
    }

    @inline(__always)
    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension ByteView {
    /// The count without XML white space at the end.
    var trimmedEnd: Int {
        var end = count
        while end > 0, self[end - 1].isXMLSpace { end -= 1 }
        return end
    }
}
