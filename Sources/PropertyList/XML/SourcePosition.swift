internal import Bytes

/// A line and a column, both from 1, as an editor shows them.
public struct SourcePosition: Equatable, Sendable {
    /// The line: CR LF, CR and LF each end one.
    public let line: Int
    /// The column, in Unicode scalars.
    public let column: Int

    /// A line and a column.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of the byte at `offset` in UTF-8 text. One pass over what lies before it.
    init(of offset: Int, in text: ByteView) {
        let head = text.prefix(offset)
        let (line, lineStart) = Self.lastLine(of: head)
        self.line = line
        self.column = 1 + Self.scalars(in: head.dropFirst(lineStart))
    }

    private static func lastLine(of head: ByteView) -> (number: Int, start: Int) {
        // A byte order mark is no column.
        var (number, start) = (1, head.hasPrefix(ByteView("\u{FEFF}")) ? 3 : 0)
        unsafe head.withUnsafeBytes { bytes in
            var previous: UInt8 = 0
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                defer { previous = byte }
                guard byte == 0x0A || byte == 0x0D else { continue }
                if byte == 0x0D || previous != 0x0D { number += 1 }
                start = index + 1
            }
        }
        return (number, start)
    }

    private static func scalars(in line: ByteView) -> Int {
        unsafe line.withUnsafeBytes { bytes in
            unsafe bytes.reduce(into: 0) { count, byte in count += byte & 0xC0 == 0x80 ? 0 : 1 }
        }
    }
}
