internal import Bytes
internal import HTTP

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
        return HTTP.PercentEncoding.decode(spelling, plusIsSpace: true, into: &out) && out.view.dropFirst(start).isUTF8
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
