internal import Bytes

/// The words of a search text, folded: a friend is found if each is found in it or in its group's name.
struct SearchTerms: Sendable {
    /// More words make no search narrower that anyone means; bounds the work of a request.
    static let limit = 8

    private let text: SharedBytes
    /// The words, the longest first: it is the rarest.
    private let words: [ByteRange]

    /// The words of `query`, which is UTF-8 as the reader typed it.
    init(_ query: ByteView) {
        var folded = OutputBuffer(capacity: 128)
        UnicodeText.appendFolded(query, to: &folded)
        var words: [ByteRange] = []
        var start = 0
        for index in 0...folded.count where index == folded.count || folded.view[index] <= 0x20 {
            if index > start, words.count < Self.limit {
                words.append(ByteRange(offset: UInt32(clamping: start), count: UInt32(clamping: index - start)))
            }
            start = index + 1
        }
        text = folded.freeze()
        self.words = words.sorted { $0.count > $1.count }
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { words.isEmpty }

    /// The words, the longest first. Valid while the terms are kept.
    var views: [ByteView] { words.map { text[$0] } }
}
