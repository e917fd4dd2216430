internal import Bytes

/// The spelling of names and values in a query, as HTML forms write it (URL Standard §5.1): a space is `+`,
/// letters, digits and `*-._` stand for themselves, every other byte is `%` and two capital digits.
///
/// The canonical address spells text just so, so that what a form sends needs no redirect.
enum FormText {
    /// Writes `text` as a form would.
    static func append(_ text: ByteView, to out: inout OutputBuffer) {
        for index in 0..<text.count {
            let byte = text[index]
            if byte == UInt8(ascii: " ") {
                out.append(UInt8(ascii: "+"))
            } else if isPlain(byte) {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(capitalHexDigit(byte >> 4))
                out.append(capitalHexDigit(byte & 15))
            }
        }
    }

    /// Writes what `spelling` says, or returns false: a `%` without two digits, or bytes that are not UTF-8.
    static func decode(_ spelling: ByteView, into out: inout OutputBuffer) -> Bool {
        let start = out.count
        var index = 0
        while index < spelling.count {
            let byte = spelling[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 1 < spelling.count, let high = ASCII.hexValue(spelling[index]),
                    let low = ASCII.hexValue(spelling[index + 1])
                else { return false }
                out.append(high << 4 | low)
                index += 2
            } else {
                out.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return out.view.dropFirst(start).isUTF8
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        if ASCII.isLetter(byte) || ASCII.isDigit(byte) { return true }
        return switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func capitalHexDigit(_ value: UInt8) -> UInt8 {
        let digit = ASCII.hexDigit(value)
        return ASCII.isLetter(digit) ? digit & ~0x20 : digit
    }
}
