internal import Bytes

/// The folded keys and values of an outline, made at the first search of a revision.
final class OutlineIndex: Sendable {
    private let text: SharedBytes
    /// Where each node's text begins, and where the last one ends.
    private let starts: [UInt32]

    init(_ outline: Outline) {
        var text = OutputBuffer(capacity: 64 * 1024)
        var starts: [UInt32] = []
        starts.reserveCapacity(outline.nodes.count + 1)
        for node in outline.nodes {
            starts.append(UInt32(truncatingIfNeeded: text.count))
            UnicodeText.appendFolded(outline.text[node.label], to: &text)
            text.append(UInt8(ascii: "\n"))
            UnicodeText.appendFolded(outline.text[node.value], to: &text)
            text.append(UInt8(ascii: "\n"))
        }
        starts.append(UInt32(truncatingIfNeeded: text.count))
        self.text = text.freeze()
        self.starts = starts
    }

    /// Which nodes hold every word of `query` in key or value.
    func matches(_ query: ByteView) -> [Int] {
        let terms = SearchTerms(query)
        return withExtendedLifetime(terms) { matches(words: terms.views) }
    }

    private func matches(words: [ByteView]) -> [Int] {
        guard let first = words.first else { return [] }
        var found: [Int] = []
        var node = 0
        var offset = 0
        while node < starts.count - 1, let hit = text.view.firstIndex(of: first, from: offset) {
            node = self.node(at: hit, from: node)
            let own = text.view[Int(starts[node])..<Int(starts[node + 1])]
            if words.dropFirst().allSatisfy({ own.firstIndex(of: $0) != nil }) { found.append(node) }
            node += 1
            offset = Int(starts[node])
        }
        return found
    }

    /// The last node at or after `first` whose text begins at or before `offset`.
    private func node(at offset: Int, from first: Int) -> Int {
        var (low, high) = (first, starts.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
