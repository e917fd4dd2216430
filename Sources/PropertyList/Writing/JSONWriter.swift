public import Bytes

/// Writes a property list as JSON (RFC 8259): dates, data and numbers that JSON lacks become strings, a uid becomes
/// `{"CF$UID": n}`, entries keep their order.
public struct JSONWriter: PropertyListSink, ~Copyable {
    private var output: OutputBuffer
    private let isIndented: Bool
    /// How many members each open container has had.
    private var counts: [Int] = []
    private var isAfterKey = false

    /// A writer that goes on at the end of `output`; two spaces a level when `isIndented`, else one line.
    public init(appendingTo output: consuming OutputBuffer, isIndented: Bool = true) {
        self.output = output
        self.isIndented = isIndented
    }

    /// What was written.
    public consuming func finish() -> OutputBuffer { output }

    /// Begins an array of `count` items.
    public mutating func beginArray(count: Int) { open(UInt8(ascii: "[")) }
    /// Begins a dictionary of `count` entries.
    public mutating func beginDictionary(count: Int) { open(UInt8(ascii: "{")) }

    /// Ends the innermost array or dictionary.
    public mutating func end() {
        let count = counts.popLast() ?? 0
        let isDictionary = kinds.popLast() ?? false
        if count > 0 { newLine() }
        output.append(isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Writes the key of the value that follows.
    public mutating func key(_ text: ByteView) {
        separate()
        output.append(jsonString: text)
        output.append(isIndented ? ": " : ":")
        isAfterKey = true
    }

    /// Writes a text.
    public mutating func string(_ text: ByteView) {
        separate()
        output.append(jsonString: text)
    }

    /// Writes an integer.
    public mutating func integer(_ number: Int) {
        separate()
        output.append(decimal: number)
    }

    /// Writes an integer above `Int.max`.
    public mutating func integer(large number: UInt64) {
        separate()
        output.append(String(number))
    }

    /// Writes a real number; a string for what JSON has no number for.
    public mutating func real(_ number: Double) {
        separate()
        output.append(jsonReal: number)
    }

    /// Writes true or false.
    public mutating func boolean(_ value: Bool) {
        separate()
        output.append(value ? "true" : "false")
    }

    /// Writes a date as a string.
    public mutating func date(_ date: PropertyListDate) {
        separate()
        output.append("\"\(date)\"" as String)
    }

    /// Writes data as a string in base64.
    public mutating func data(_ bytes: ByteView) {
        separate()
        output.append(UInt8(ascii: "\""))
        Base64.encode(bytes, into: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Writes an archive reference as `{"CF$UID": n}`.
    public mutating func uid(_ number: UInt64) {
        separate()
        output.append("{\"CF$UID\":\(isIndented ? " " : "")\(number)}" as String)
    }

    private var kinds: [Bool] = []

    private mutating func open(_ bracket: UInt8) {
        separate()
        output.append(bracket)
        counts.append(0)
        kinds.append(bracket == UInt8(ascii: "{"))
    }

    /// Comma and line break before a member; nothing between a key and its value.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard let count = counts.last else { return }
        if count > 0 { output.append(UInt8(ascii: ",")) }
        counts[counts.count - 1] = count + 1
        newLine()
    }

    private mutating func newLine() {
        guard isIndented else { return }
        output.append(UInt8(ascii: "\n"))
        for _ in counts.indices { output.append("  ") }
    }
}

extension OutputBuffer {
    /// Writes `text` in quotes, with what JSON does not allow in strings escaped.
    mutating func append(jsonString text: ByteView) {
        append(UInt8(ascii: "\""))
        var rest = text
        while let index = rest.jsonSpecialIndex {
            append(rest.prefix(index))
            append(jsonEscape: rest[index])
            rest = rest.dropFirst(index + 1)
        }
        append(rest)
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonEscape byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            append("\\u00")
            append(ASCII.hexDigit(byte >> 4))
            append(ASCII.hexDigit(byte))
        }
    }

    /// Writes the shortest digits that give `number` back; a string for what JSON has no number for.
    mutating func append(jsonReal number: Double) {
        if number.isNaN {
            append("\"nan\"")
        } else if number.isInfinite {
            append(number < 0 ? "\"-inf\"" : "\"inf\"")
        } else {
            append(number.description)
        }
    }
}

extension ByteView {
    /// The index of the first byte that JSON does not allow in strings, or nil.
    fileprivate var jsonSpecialIndex: Int? {
        unsafe withUnsafeBytes { bytes in
            unsafe bytes.firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == 0x7F }
        }
    }
}
