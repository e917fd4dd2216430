/// A canonical prefix code (RFC 1951 §3.2.2): short codes for frequent symbols, none longer than a limit.
struct HuffmanCode: Sendable {
    /// Bits of each symbol's code; 0 for a symbol that has none.
    let lengths: [UInt8]
    /// Each symbol's code with its first bit lowest, as the stream wants it.
    let codes: [UInt16]

    /// A code for symbols that occur as often as `frequencies` say, none longer than `limit` bits.
    init(frequencies: [Int], limit: Int) {
        var weights = frequencies
        var lengths = Self.unlimited(weights)
        // Halving what is frequent makes the tree flatter until it fits; this changes sizes by a fraction of a percent.
        while lengths.contains(where: { $0 > limit }) {
            weights = weights.map { $0 > 0 ? ($0 + 1) / 2 : 0 }
            lengths = Self.unlimited(weights)
        }
        self.init(lengths: lengths)
    }

    /// The code that these lengths mean.
    init(lengths: [UInt8]) {
        self.lengths = lengths
        var next = [UInt16](repeating: 0, count: 17)
        for length in lengths where length > 0 { next[Int(length)] += 1 }
        var first: UInt16 = 0
        for length in 1...16 {
            let count = next[length]
            next[length] = first
            first = (first &+ count) &<< 1
        }
        var codes = [UInt16](repeating: 0, count: lengths.count)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            codes[symbol] = next[Int(length)].reversed(bits: Int(length))
            next[Int(length)] &+= 1
        }
        self.codes = codes
    }

    /// Huffman's lengths: the two rarest nodes are joined again and again. Leaves and joined nodes are each in order of
    /// weight already, so the rarest is at the front of one of the two. A single symbol gets one bit.
    private static func unlimited(_ frequencies: [Int]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: frequencies.count)
        let leaves = frequencies.indices.filter { frequencies[$0] > 0 }.sorted { frequencies[$0] < frequencies[$1] }
        guard leaves.count > 1 else {
            for symbol in leaves { lengths[symbol] = 1 }
            return lengths
        }
        var tree = JoinedNodes(leafWeights: leaves.map { frequencies[$0] })
        for (depth, symbol) in zip(tree.leafDepths(), leaves) { lengths[symbol] = depth }
        return lengths
    }
}

/// Huffman's tree over leaves in order of weight; each node knows its parent, which has a higher number.
private struct JoinedNodes {
    private let leafCount: Int
    private var weights: [Int]
    private var parents: [Int]
    private var nextLeaf = 0
    private var nextJoined: Int

    init(leafWeights: [Int]) {
        leafCount = leafWeights.count
        weights = leafWeights
        parents = [Int](repeating: 0, count: 2 * leafCount - 1)
        nextJoined = leafCount
    }

    /// Joins everything and says how deep each leaf lies.
    mutating func leafDepths() -> ArraySlice<UInt8> {
        for node in leafCount..<parents.count {
            let (one, other) = (takeRarest(), takeRarest())
            weights.append(weights[one] + weights[other])
            parents[one] = node
            parents[other] = node
        }
        var depths = [UInt8](repeating: 0, count: parents.count)
        for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
        return depths[..<leafCount]
    }

    private mutating func takeRarest() -> Int {
        let joinedIsRarer =
            nextJoined < weights.count && weights[nextJoined] < (nextLeaf < leafCount ? weights[nextLeaf] : .max)
        defer { if joinedIsRarer { nextJoined += 1 } else { nextLeaf += 1 } }
        return joinedIsRarer ? nextJoined : nextLeaf
    }
}

extension UInt16 {
    /// The low `bits` bits in the other order.
    fileprivate func reversed(bits: Int) -> UInt16 {
        var (result, rest): (UInt16, UInt16) = (0, self)
        for _ in 0..<bits {
            result = result &<< 1 | rest & 1
            rest &>>= 1
        }
        return result
    }
}
