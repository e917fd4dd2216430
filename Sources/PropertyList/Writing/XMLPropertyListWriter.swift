public import Bytes

/// Writes an XML property list as Apple's tools do: tabs, one element a line, data in lines of at most 76 columns.
///
/// A uid is written as `<dict><key>CF$UID</key><integer>n</integer></dict>`; fractions of a second are left out.
public struct XMLPropertyListWriter: PropertyListSink, ~Copyable {
    private var output: OutputBuffer
    private var kinds: [Container] = []
    /// The first character that XML has no way to write.
    private var unwritable: UInt32?

    private enum Container {
        case array, dictionary, empty
    }

    /// Why a document could not be written.
    public struct UnwritableCharacter: Error, Equatable, CustomStringConvertible {
        /// The character, which a binary property list may hold and an XML one may not.
        public let scalar: UInt32
        /// A sentence that names it.
        public var description: String { "the character \(Hex.scalar(scalar)) cannot be written in XML" }
    }

    /// A writer that puts a document at the end of `output`.
    public init(appendingTo output: consuming OutputBuffer) {
        self.output = output
        self.output.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        )
    }

    /// The document; throws when a text held a character that XML cannot hold.
    public consuming func finish() throws(UnwritableCharacter) -> OutputBuffer {
        if let unwritable { throw UnwritableCharacter(scalar: unwritable) }
        output.append("</plist>\n")
        return output
    }

    /// Begins an array of `count` items.
    public mutating func beginArray(count: Int) { begin(count, .array, "<array>\n", "<array/>\n") }
    /// Begins a dictionary of `count` entries.
    public mutating func beginDictionary(count: Int) { begin(count, .dictionary, "<dict>\n", "<dict/>\n") }

    /// Ends the innermost array or dictionary.
    public mutating func end() {
        guard let kind = kinds.popLast(), kind != .empty else { return }
        indent()
        output.append(kind == .array ? "</array>\n" : "</dict>\n")
    }

    /// Writes the key of the value that follows.
    public mutating func key(_ text: ByteView) {
        indent()
        output.append("<key>")
        append(text)
        output.append("</key>\n")
    }

    /// Writes a text.
    public mutating func string(_ text: ByteView) {
        indent()
        output.append("<string>")
        append(text)
        output.append("</string>\n")
    }

    /// Writes an integer.
    public mutating func integer(_ number: Int) {
        indent()
        output.append("<integer>")
        output.append(decimal: number)
        output.append("</integer>\n")
    }

    /// Writes an integer above `Int.max`.
    public mutating func integer(large number: UInt64) { element("integer", String(number)) }
    /// Writes a real number.
    public mutating func real(_ number: Double) { element("real", number.description) }
    /// Writes a date.
    public mutating func date(_ date: PropertyListDate) { element("date", date.wholeSeconds.description) }

    /// Writes true or false.
    public mutating func boolean(_ value: Bool) {
        indent()
        output.append(value ? "<true/>\n" : "<false/>\n")
    }

    /// Writes data.
    public mutating func data(_ bytes: ByteView) {
        indent()
        output.append("<data>\n")
        // Whole groups of three bytes, four columns each; a tab counts as eight.
        let groups = max(16, 76 - 8 * kinds.count) / 4
        var rest = bytes
        while !rest.isEmpty {
            indent()
            Base64.encode(rest.prefix(groups * 3), into: &output)
            output.append(UInt8(ascii: "\n"))
            rest = rest.dropFirst(groups * 3)
        }
        indent()
        output.append("</data>\n")
    }

    /// Writes an archive reference.
    public mutating func uid(_ number: UInt64) {
        beginDictionary(count: 1)
        key("CF$UID")
        element("integer", String(number))
        end()
    }

    private mutating func begin(_ count: Int, _ kind: Container, _ open: StaticString, _ empty: StaticString) {
        indent()
        output.append(count == 0 ? empty : open)
        kinds.append(count == 0 ? .empty : kind)
    }

    private mutating func element(_ name: StaticString, _ content: String) {
        indent()
        output.append("<\(name)>\(content)</\(name)>\n" as String)
    }

    private mutating func indent() {
        for _ in kinds.indices { output.append(UInt8(ascii: "\t")) }
    }

    /// Text with `&`, `<` and `>` escaped, and CR, which would be read as a line feed.
    private mutating func append(_ text: ByteView) {
        var index = 0
        var clean = 0
        while index < text.count {
            let replacement = replacement(text, index)
            if let replacement {
                output.append(text[clean..<index])
                output.append(replacement)
                clean = index + 1
            }
            index += 1
        }
        output.append(text[clean..<text.count])
    }

    private mutating func replacement(_ text: ByteView, _ index: Int) -> StaticString? {
        switch text[index] {
        case UInt8(ascii: "&"): return "&amp;"
        case UInt8(ascii: "<"): return "&lt;"
        case UInt8(ascii: ">"): return "&gt;"
        case 0x0D: return "&#13;"
        case 0x09, 0x0A: return nil
        case 0..<0x20: note(UInt32(text[index]))
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        case 0xEF where index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
            note(0xFF00 | UInt32(text[index + 2]) | 0x40)
        default: return nil
        }
        return nil
    }

    private mutating func note(_ scalar: UInt32) {
        if unwritable == nil { unwritable = scalar }
    }
}
