public import Bytes

extension TemplateValue {
    /// The value of a JSON text (RFC 8259), which messages call `file`.
    ///
    /// Strict: no comments, no trailing commas, no lone surrogates, no key twice in one object, at most 256 values within
    /// each other. A number without fraction that fits is whole, any other is the nearest double; one out of range is an error.
    public init(json bytes: ByteView, file: String) throws(TemplateError) {
        let source = SourceText(name: file, file: file, bytes: bytes.array)
        var reader = JSONReader(source: source)
        self = try reader.document()
    }
}

/// Reads JSON, byte by byte.
struct JSONReader {
    private let source: SourceText
    private var offset = 0
    private var depth = 0

    private static let depthLimit = 256

    init(source: SourceText) {
        self.source = source
    }

    mutating func document() throws(TemplateError) -> TemplateValue {
        // RFC 8259 §8.1: a byte order mark may be ignored.
        if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        let value = try value()
        skipSpace()
        guard offset == source.bytes.count else { throw expected("the end") }
        return value
    }

    private var next: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, Lexer.isBlank(byte) { offset += 1 }
    }

    private func expected(_ what: String) -> TemplateError {
        source.error(offset, "expected \(what)")
    }

    private mutating func value() throws(TemplateError) -> TemplateValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(TemplateError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(TemplateError) in try reader.list() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(TemplateError) -> TemplateValue
    ) throws(TemplateError) -> TemplateValue {
        guard depth < Self.depthLimit else { throw source.error(offset, "more than \(Self.depthLimit) values deep") }
        depth += 1
        offset += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func word(_ word: StaticString, _ value: TemplateValue) throws(TemplateError) -> TemplateValue {
        guard source.bytes[offset...].starts(with: word.description.utf8) else { throw expected("a value") }
        offset += word.utf8CodeUnitCount
        return value
    }

    // MARK: Containers

    private mutating func list() throws(TemplateError) -> TemplateValue {
        var values: [TemplateValue] = []
        skipSpace()
        if take("]") { return .list(values) }
        while true {
            values.append(try value())
            skipSpace()
            if take("]") { return .list(values) }
            guard take(",") else { throw expected("',' or ']'") }
        }
    }

    private mutating func object() throws(TemplateError) -> TemplateValue {
        var fields: [String: TemplateValue] = [:]
        skipSpace()
        if take("}") { return .object(fields) }
        while true {
            skipSpace()
            let start = offset
            guard next == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
            let key = try string()
            guard fields[key] == nil else { throw source.error(start, "the key '\(key)' stands here twice") }
            skipSpace()
            guard take(":") else { throw expected("':'") }
            fields[key] = try value()
            skipSpace()
            if take("}") { return .object(fields) }
            guard take(",") else { throw expected("',' or '}'") }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    // MARK: Numbers

    private mutating func number() throws(TemplateError) -> TemplateValue {
        let start = offset
        _ = take("-")
        let firstDigit = offset
        guard digits() > 0 else { throw source.error(start, "expected a value") }
        if source.bytes[firstDigit] == UInt8(ascii: "0"), offset > firstDigit + 1 {
            throw source.error(firstDigit, "a number does not begin with 0")
        }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard digits() > 0 else { throw expected("a digit") }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw expected("a digit") }
        }
        let text = source.string(start..<offset)
        if isWhole, let number = Int(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw source.error(start, "a number out of range") }
        return .real(number)
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, ASCII.isDigit(byte) { offset += 1 }
        return offset - start
    }

    // MARK: Strings

    private mutating func string() throws(TemplateError) -> String {
        let start = offset
        offset += 1
        var bytes: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw source.error(start, "this text is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): try escape(&bytes)
            case 0..<0x20: throw source.error(offset, "a control character in a text: escape it")
            default:
                bytes.append(byte)
                offset += 1
            }
        }
        throw source.error(start, "a text begins here and never ends")
    }

    private mutating func escape(_ bytes: inout [UInt8]) throws(TemplateError) {
        let start = offset
        offset += 1
        guard let byte = next else { throw expected("an escape") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes += try unicode(start)
        default: throw source.error(start, "no such escape")
        }
    }

    private mutating func unicode(_ start: Int) throws(TemplateError) -> [UInt8] {
        var value = try hex(start)
        if 0xD800..<0xDC00 ~= value {
            guard take("\\"), take("u") else { throw source.error(start, "half of a surrogate pair") }
            let low = try hex(start)
            guard 0xDC00..<0xE000 ~= low else { throw source.error(start, "half of a surrogate pair") }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw source.error(start, "half of a surrogate pair") }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func hex(_ start: Int) throws(TemplateError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = ASCII.hexValue(byte) else {
                throw source.error(start, "'\\u' takes four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
