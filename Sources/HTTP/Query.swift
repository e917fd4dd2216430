public import Bytes

/// The parameters of a query string: `name=value` pairs between `&`, still percent-encoded. Walking it is linear.
public struct Query {
    private var rest: ByteView

    /// The parameters of what follows the `?`.
    public init(_ query: ByteView) {
        rest = query
    }

    /// The next parameter, empty ones left out; nil after the last. Without `=` the value is empty.
    public mutating func next() -> (name: ByteView, value: ByteView)? {
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.count
            let pair = rest.prefix(end)
            rest = rest.dropFirst(end + 1)
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.count
            return (pair.prefix(equals), pair.dropFirst(equals + 1))
        }
        return nil
    }

    /// The value of the first parameter whose name is written exactly so, or nil: of a repeated one the first counts.
    public static func value(of name: StaticString, in query: ByteView) -> ByteView? {
        var parameters = Query(query)
        while let (key, value) = parameters.next() {
            if key == ByteView(name) { return value }
        }
        return nil
    }

    /// Appends a value decoded: `+` is a space. False, with nothing appended, when it is no well-formed UTF-8 in percent-encoding,
    /// or holds a control byte.
    public static func decode(_ value: ByteView, into output: inout OutputBuffer) -> Bool {
        let start = output.count
        let isDecoded = PercentEncoding.decode(value, plusIsSpace: true, into: &output)
        let text = output.view.dropFirst(start)
        if isDecoded, text.isUTF8, !hasControl(text) { return true }
        output.truncate(to: start)
        return false
    }

    private static func hasControl(_ text: ByteView) -> Bool {
        for index in 0..<text.count where text[index] < 0x20 || text[index] == 0x7f { return true }
        return false
    }
}
