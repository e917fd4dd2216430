internal import Bytes

extension XMLFaultFinder {
    /// The index after the character at `index`, which must be one that XML allows (XML 1.0 §2.2).
    func character(at index: Int) throws(Fault) -> Int {
        let byte = text[index]
        if byte < 0x80 {
            guard byte >= 0x20 || byte.isXMLSpace else { throw forbidden(UInt32(byte), at: index) }
            return index + 1
        }
        guard let (scalar, length) = UTF8Scanner.scalar(in: text, at: index) else { throw notUTF8(at: index) }
        guard scalar != 0xFFFE, scalar != 0xFFFF else { throw forbidden(scalar, at: index) }
        return index + length
    }

    func forbidden(_ scalar: UInt32, at offset: Int) -> Fault {
        Fault(
            offset: offset,
            sentence: "the character \(Hex.scalar(scalar)), which XML does not allow",
            hint: "remove it; many editors do not show it",
        )
    }

    private func notUTF8(at offset: Int) -> Fault {
        Fault(
            offset: offset,
            sentence: "the byte \(Hex.byte(text[offset])) is not UTF-8",
            hint: "save the file as UTF-8, or name its encoding as in <?xml version=\"1.0\" encoding=\"GBK\"?>",
        )
    }

    /// A reference, which must be one of the five or a number (XML 1.0 §4.1).
    func reference(at start: Int) throws(Fault) -> Int {
        guard isInsideElement else {
            throw Fault(offset: start, sentence: "'&' outside the property list", hint: nil)
        }
        if starts(start, "&#") { return try numericReference(at: start) }
        let index = nameEnd(from: start + 1)
        let name = text[start + 1..<index]
        guard !name.isEmpty else {
            throw Fault(offset: start, sentence: "'&' alone", hint: "write &amp; for an & that is text")
        }
        guard index < text.count, text[index] == UInt8(ascii: ";") else {
            let known = ["amp", "lt", "gt", "quot", "apos"].contains(name.string)
            throw Fault(
                offset: start,
                sentence: "'&\(Quoted.excerpt(name))' without ';'",
                hint: known ? "write &\(name.string);" : "write &amp; for an & that is text",
            )
        }
        guard ["amp", "lt", "gt", "quot", "apos"].contains(name.string) else {
            let text = Quoted.excerpt(name)
            throw Fault(offset: start, sentence: "unknown reference '&\(text);'", hint: ReferenceAdvice.hint(text))
        }
        return index + 1
    }

    private func numericReference(at start: Int) throws(Fault) -> Int {
        let (value, index) = number(at: start)
        guard let value, index < text.count, text[index] == UInt8(ascii: ";") else {
            throw Fault(
                offset: start,
                sentence: "'\(Quoted.excerpt(text[start..<min(index + 1, text.count)]))' is no character reference",
                hint: "write the number as in &#8364; or &#x20AC;, or &amp; for an & that is text",
            )
        }
        let isAllowed = Unicode.Scalar(value) != nil && value != 0xFFFE && value != 0xFFFF
        guard isAllowed, value >= 0x20 || UInt8(truncatingIfNeeded: value).isXMLSpace else {
            throw Fault(
                offset: start,
                sentence: "'\(Quoted.excerpt(text[start...index]))' stands for no character that XML allows",
                hint: "remove it",
            )
        }
        return index + 1
    }

    /// The number of the reference `&#…` at `start`, no higher than U+110000, nil if there is none; and where it ends.
    private func number(at start: Int) -> (value: UInt32?, end: Int) {
        let isHex = starts(start, "&#x")
        var index = start + (isHex ? 3 : 2)
        var value: UInt32?
        while index < text.count, let digit = ASCII.hexValue(text[index]), isHex || digit < 10 {
            value = min((value ?? 0) * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
            index += 1
        }
        return (value, index)
    }

    /// The end of the reference to white space at `start`, or nil.
    func blankReference(at start: Int) -> Int? {
        guard starts(start, "&#") else { return nil }
        let (value, end) = number(at: start)
        return value.flatMap(UInt8.init(exactly:))?.isXMLSpace == true ? end + 1 : nil
    }
}

extension ByteView {
    subscript(range: ClosedRange<Int>) -> ByteView { self[range.lowerBound..<range.upperBound + 1] }
}

/// UTF-8 taken apart strictly: no overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629).
enum UTF8Scanner {
    static func scalar(in text: ByteView, at index: Int) -> (scalar: UInt32, length: Int)? {
        let first = text[index]
        let (length, least): (Int, UInt32)
        switch first {
        case 0..<0x80: return (UInt32(first), 1)
        case 0xC2...0xDF: (length, least) = (2, 0x80)
        case 0xE0...0xEF: (length, least) = (3, 0x800)
        case 0xF0...0xF4: (length, least) = (4, 0x10000)
        default: return nil
        }
        guard index + length <= text.count else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = text[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard value >= least, Unicode.Scalar(value) != nil else { return nil }
        return (value, length)
    }

    /// Whether all of `text` is UTF-8.
    static func isValid(_ text: ByteView) -> Bool {
        var index = 0
        while index < text.count {
            guard let (_, length) = scalar(in: text, at: index) else { return false }
            index += length
        }
        return true
    }
}
