internal import Bytes

/// `[+-]?([0-9]+|0[xX][0-9a-fA-F]+)`, from Int64.min to UInt64.max. Leading zeros are decimal.
enum IntegerText {
    struct Number {
        /// Two's complement, or the number itself when it is above `Int64.max`.
        let bits: UInt64
        let isUnsigned: Bool
    }

    static func parse(_ text: ByteView) -> Number? {
        var index = 0
        var isNegative = false
        if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            index = 1
        }
        guard let magnitude = magnitude(text.dropFirst(index)) else { return nil }
        if isNegative {
            guard magnitude <= 1 << 63 else { return nil }
            return Number(bits: 0 &- magnitude, isUnsigned: false)
        }
        return Number(bits: magnitude, isUnsigned: magnitude > UInt64(Int64.max))
    }

    private static func magnitude(_ digits: ByteView) -> UInt64? {
        let isHex = digits.count > 1 && digits[0] == UInt8(ascii: "0") && digits[1] | 0x20 == UInt8(ascii: "x")
        let base: UInt64 = isHex ? 16 : 10
        var index = isHex ? 2 : 0
        guard index < digits.count else { return nil }
        var value: UInt64 = 0
        while index < digits.count {
            guard let digit = ASCII.hexValue(digits[index]), digit < base else { return nil }
            let (scaled, tooLarge) = value.multipliedReportingOverflow(by: base)
            let (sum, carried) = scaled.addingReportingOverflow(UInt64(digit))
            guard !tooLarge, !carried else { return nil }
            value = sum
            index += 1
        }
        return value
    }
}

/// Decimal numbers, nan, inf and infinity in any case, with sign. Correctly rounded; overflow is refused.
enum RealText {
    static func parse(_ text: ByteView) -> Double? {
        var index = 0
        var isNegative = false
        if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            index = 1
        }
        let magnitude = text.dropFirst(index)
        if magnitude.equalsIgnoringCase("nan") { return .nan }
        if magnitude.equalsIgnoringCase("inf") || magnitude.equalsIgnoringCase("infinity") {
            return isNegative ? -.infinity : .infinity
        }
        guard isDecimal(magnitude), let value = Double(magnitude.string), value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    /// `[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?` or the same with digits only after the point.
    private static func isDecimal(_ text: ByteView) -> Bool {
        var rest = text
        let whole = rest.dropDigits()
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst(1)
            fraction = rest.dropDigits()
        }
        guard whole + fraction > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst(1)
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst(1) }
        return rest.dropDigits() > 0 && rest.isEmpty
    }
}

/// `YYYY-MM-DDThh:mm:ssZ`, a day and a time that exist.
enum DateText {
    private static let pattern: StaticString = "0000-00-00T00:00:00Z"

    static func parse(_ text: ByteView) -> PropertyListDate? {
        let pattern = ByteView(pattern)
        guard text.count == pattern.count else { return nil }
        for index in 0..<pattern.count {
            let isDigit = pattern[index] == UInt8(ascii: "0")
            guard isDigit ? ASCII.isDigit(text[index]) : text[index] == pattern[index] else { return nil }
        }
        return PropertyListDate(
            year: number(text, 0..<4),
            month: number(text, 5..<7),
            day: number(text, 8..<10),
            hour: number(text, 11..<13),
            minute: number(text, 14..<16),
            second: number(text, 17..<19),
        )
    }

    private static func number(_ text: ByteView, _ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(text[$1] &- UInt8(ascii: "0")) }
    }
}

extension ByteView {
    var first: UInt8? { isEmpty ? nil : self[0] }

    /// Drops digits from the front and says how many.
    mutating func dropDigits() -> Int {
        var length = 0
        while length < count, ASCII.isDigit(self[length]) { length += 1 }
        self = dropFirst(length)
        return length
    }
}
