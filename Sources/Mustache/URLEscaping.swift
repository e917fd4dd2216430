internal import Bytes

/// How values become parts of addresses.
enum URLEscaping {
    /// What stands for an address whose scheme could run code or is not known.
    static let blocked: StaticString = "#blocked"

    /// The schemes a link may lead to; a relative address is always right.
    static let schemes: [StaticString] = ["http", "https", "mailto", "tel"]

    /// Writes `address` for a quoted attribute: its scheme checked, percent-encoded where needed, HTML-escaped.
    /// With `comma` false commas are encoded too, for `srcset`.
    static func appendAddress(_ address: ByteView, comma: Bool = true, to output: inout OutputBuffer) {
        let trimmed = trim(address)
        guard isAllowed(trimmed) else { return output.append(blocked) }
        var index = 0
        while index < trimmed.count {
            var end = index
            while end < trimmed.count, isPlain(trimmed[end], comma) { end += 1 }
            if end > index { output.append(trimmed[index..<end]) }
            guard end < trimmed.count else { return }
            appendSpecial(trimmed, end, to: &output)
            index = end + 1
        }
    }

    /// A byte of an address that does not stand for itself.
    private static func appendSpecial(_ address: ByteView, _ index: Int, to output: inout OutputBuffer) {
        switch address[index] {
        case UInt8(ascii: "&"): output.append("&amp;")
        case UInt8(ascii: "%"): appendPercent(address, index, to: &output)
        case let byte: appendEncoded(byte, to: &output)
        }
    }

    /// Writes `text` as one component of an address: everything but letters, digits and `-._~` is percent-encoded, so
    /// it cannot end the component it stands in, name a scheme or leave the attribute. RFC 3986 §2.3.
    static func appendComponent(_ text: ByteView, to output: inout OutputBuffer) {
        for index in 0..<text.count {
            let byte = text[index]
            if isUnreserved(byte) { output.append(byte) } else { appendEncoded(byte, to: &output) }
        }
    }

    /// Writes `set` for `srcset`: each candidate's address checked and encoded, descriptors kept if they are a number
    /// and a letter. A comma ends a candidate, also inside an address.
    static func appendCandidates(_ set: ByteView, to output: inout OutputBuffer) {
        var start = 0
        var isFirst = true
        while start <= set.count {
            let end = set.firstIndex(of: UInt8(ascii: ","), from: start) ?? set.count
            let candidate = trim(set[start..<end])
            if !candidate.isEmpty {
                if !isFirst { output.append(", ") }
                isFirst = false
                appendCandidate(candidate, to: &output)
            }
            start = end + 1
        }
    }

    private static func appendCandidate(_ candidate: ByteView, to output: inout OutputBuffer) {
        var end = 0
        while end < candidate.count, !isSpace(candidate[end]) { end += 1 }
        let descriptor = trim(candidate.dropFirst(end))
        appendAddress(candidate.prefix(end), to: &output)
        guard !descriptor.isEmpty, isDescriptor(descriptor) else { return }
        output.append(UInt8(ascii: " "))
        output.append(descriptor)
    }

    /// A number and `w`, `x` or `h`.
    private static func isDescriptor(_ text: ByteView) -> Bool {
        switch text[text.count - 1] {
        case UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "h"): break
        default: return false
        }
        for index in 0..<text.count - 1 {
            guard ASCII.isDigit(text[index]) || text[index] == UInt8(ascii: ".") else { return false }
        }
        return text.count > 1
    }

    /// Whether browsers see no scheme in `address`, or one of ours. A colon before the first `/`, `?` or `#` counts as the
    /// end of a scheme whatever stands before it: browsers skip tabs and line endings there, so guessing would be risky.
    static func isAllowed(_ address: ByteView) -> Bool {
        var end = 0
        while end < address.count {
            switch address[end] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
            case UInt8(ascii: ":"):
                let scheme = address.prefix(end)
                return schemes.contains { scheme.equalsIgnoringCase(ByteView($0)) }
            default: end += 1
            }
        }
        return true
    }

    private static func trim(_ text: ByteView) -> ByteView {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return text[start..<end]
    }

    private static func appendPercent(_ text: ByteView, _ index: Int, to output: inout OutputBuffer) {
        let isEscape =
            index + 2 < text.count && ASCII.hexValue(text[index + 1]) != nil && ASCII.hexValue(text[index + 2]) != nil
        if isEscape { output.append(UInt8(ascii: "%")) } else { output.append("%25") }
    }

    private static func appendEncoded(_ byte: UInt8, to output: inout OutputBuffer) {
        output.append(UInt8(ascii: "%"))
        output.append(upper(ASCII.hexDigit(byte >> 4)))
        output.append(upper(ASCII.hexDigit(byte)))
    }

    /// RFC 3986 §2.1 prefers capital digits.
    private static func upper(_ digit: UInt8) -> UInt8 { ASCII.isLetter(digit) ? digit & 0xDF : digit }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    /// Letters, digits and `-._~`: RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte < 128 && isOneOf(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// What an address may hold as it is: the unreserved, and of RFC 3986 §2.2 all but `'`, which would have to be escaped in
    /// HTML, and `&`, which has a case of its own like `%`.
    private static func isPlain(_ byte: UInt8, _ comma: Bool) -> Bool {
        byte < 128 && isOneOf(byte, low: addressLow, high: addressHigh) && (comma || byte != UInt8(ascii: ","))
    }

    private static var addressLow: UInt64 { 0xAFFF_FF1A_0000_0000 }
    private static var addressHigh: UInt64 { 0x47FF_FFFE_AFFF_FFFF }

    /// Whether the bit of `byte`, below 128, is set: bits 0 … 63 in `low`, 64 … 127 in `high`.
    @inline(__always)
    private static func isOneOf(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }
}
