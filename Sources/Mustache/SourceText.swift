/// The text of one template, with the places errors point to.
final class SourceText: Sendable {
    /// The template's name: its path in the folder, without the ending.
    let name: String
    /// What messages call it.
    let file: String
    let bytes: [UInt8]

    init(name: String, file: String, bytes: [UInt8]) {
        self.name = name
        self.file = file
        self.bytes = bytes
    }

    /// Whether a line begins at `offset`.
    func isLineStart(_ offset: Int) -> Bool {
        offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The error `reason` at `offset`. Line and column are found here, once.
    func error(_ offset: Int, _ reason: String) -> TemplateError {
        let offset = min(max(0, offset), bytes.count)
        var start = offset
        while !isLineStart(start) { start -= 1 }
        let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
        return TemplateError(
            file: file,
            line: bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1,
            column: string(start..<offset).unicodeScalars.count + 1,
            reason: reason,
            excerpt: string(start..<max(start, end)),
        )
    }
}
