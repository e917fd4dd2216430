public import Bytes

/// The elements of a comma-separated field value (RFC 9110 §5.6.1), white space trimmed, empty ones left out.
///
/// A comma inside a quoted string does not separate.
public struct ListElements {
    private var rest: ByteView

    /// The elements of `value`.
    public init(_ value: ByteView) {
        rest = value
    }

    /// The next element, or nil after the last.
    public mutating func next() -> ByteView? {
        while !rest.isEmpty {
            let end = Self.separator(in: rest, UInt8(ascii: ","))
            let element = rest.prefix(end).trimmingBlanks
            rest = rest.dropFirst(end + 1)
            if !element.isEmpty { return element }
        }
        return nil
    }

    /// The index of the first `byte` outside a quoted string, or the end.
    static func separator(in text: ByteView, _ byte: UInt8) -> Int {
        var isQuoted = false
        var index = 0
        while index < text.count {
            let current = text[index]
            if current == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted, current == UInt8(ascii: "\\") {
                index += 1
            } else if current == byte, !isQuoted {
                return index
            }
            index += 1
        }
        return text.count
    }
}

extension ByteView {
    /// The bytes without space and TAB around them: never more than those two (RFC 9110 §5.6.3).
    public var trimmingBlanks: ByteView {
        var (from, to) = (0, count)
        while from < to, ByteClass.isBlank(self[from]) { from += 1 }
        while to > from, ByteClass.isBlank(self[to - 1]) { to -= 1 }
        return self[from..<to]
    }
}
