internal import Bytes

/// What the texts of a pool are found by. A text that is written as searches compare it, but for capitals of ASCII, is
/// looked at itself; only for the others, and for pinyin and initials, there are lines of their own.
struct FoldedPool: Sendable {
    private let pool: TextPool
    /// Whether the texts themselves are looked at.
    private let hasTexts: Bool
    private let lines: SharedBytes
    /// Where the lines of each text begin, and where the last end; empty if there are none at all.
    private let starts: [UInt32]

    /// What the texts of `pool` are found by: themselves unless `hasTexts` is false, and the lines that `append` gives
    /// for each.
    init(_ pool: TextPool, hasTexts: Bool = true, _ append: (ByteView, inout OutputBuffer) -> Void) {
        var lines = OutputBuffer(capacity: 1024)
        var starts: [UInt32] = [0]
        starts.reserveCapacity(pool.count + 1)
        for number in 0..<pool.count {
            // The empty text is found by nothing.
            if number > 0 { append(pool[TextPool.Number(clamping: number)], &lines) }
            starts.append(UInt32(clamping: lines.count))
        }
        self.pool = pool
        self.hasTexts = hasTexts
        self.starts = lines.isEmpty ? [] : starts
        self.lines = lines.freeze()
    }

    /// No marks yet: a byte a text.
    var unmarked: [UInt8] { Array(repeating: 0, count: pool.count) }

    /// Sets `bit` in the mark of each text in which `word`, folded, is found, and says whether there is one.
    ///
    /// One pass over texts and lines, sixteen bytes a step.
    func mark(_ word: ByteView, _ bit: UInt8, in marks: inout [UInt8]) -> Bool {
        let texts = pool.bytes.view
        let isInTexts =
            hasTexts && texts.mark(bit, textsWith: word, ignoringCase: true, starts: pool.starts, in: &marks)
        return lines.view.mark(bit, textsWith: word, starts: starts, in: &marks) || isInTexts
    }
}
