internal import Bytes
internal import PropertyList

/// Scalars of a property list written as text.
enum ScalarText {
    /// Appends `value` in words: text, digits, `true`, `2026-01-31T12:00:00Z`; nothing for data and containers.
    static func append(_ value: PropertyListValue, to buffer: inout OutputBuffer) {
        switch value.kind {
        case .string: buffer.append(value.text ?? .empty)
        case .integer:
            if let number = value.integer {
                buffer.append(decimal: number)
            } else if let number = value.unsignedInteger {
                buffer.append(String(number))
            }
        case .real: buffer.append(real(value.real ?? 0))
        case .boolean: buffer.append(value.bool == true ? "true" : "false")
        case .date: buffer.append(value.date?.description ?? "")
        case .uid: buffer.append(String(value.uid ?? 0))
        case .data, .array, .dictionary: break
        }
    }

    /// `number` without `.0`.
    static func real(_ number: Double) -> String {
        number.magnitude < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// An amount of money: whole, or with at least two decimals.
    static func amount(_ number: Double) -> String {
        let text = real(number)
        guard let point = text.firstIndex(of: "."), !text.contains("e") else { return text }
        return text[point...].count == 2 ? text + "0" : text
    }

    /// The number that `value` means: an integer, a whole real, or a string of digits.
    static func integer(_ value: PropertyListValue) -> Int? {
        if let number = value.integer { return number }
        if let number = value.real { return Int(exactly: number) }
        guard let text = value.text, text.count <= 20 else { return nil }
        return Int(text.string)
    }

    /// The truth that `value` means: true or false, 0 or 1, or one of those as a string, `yes` or `no`.
    static func flag(_ value: PropertyListValue) -> Bool? {
        if let flag = value.bool { return flag }
        if let number = value.integer { return number == 0 ? false : number == 1 ? true : nil }
        guard let text = value.text else { return nil }
        if ["1", "true", "yes"].contains(where: { text.equalsIgnoringCase(ByteView($0)) }) { return true }
        if ["", "0", "false", "no"].contains(where: { text.equalsIgnoringCase(ByteView($0)) }) { return false }
        return nil
    }

    /// What a value is, in a message: a string in quotes, a number in digits, else the kind.
    static func found(_ value: PropertyListValue) -> String {
        if let text = value.text { return "'\(text.prefix(longestQuote).string)'" }
        return value.integer.map(String.init) ?? value.kind.phrase
    }

    /// Enough to find the text again.
    private static let longestQuote = 40
}
