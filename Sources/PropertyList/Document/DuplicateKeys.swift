internal import Bytes

/// Keys that come twice in one dictionary: the last value counts, at the place of the first key. Nothing is merged.
struct DuplicateKeys {
    /// How many entries were passed over.
    var count = 0
    /// The node of the first key that came again.
    var first = 0

    /// Up to here comparing all pairs costs less than a table.
    private static var fewEntries: Int { 8 }

    /// Settles the duplicates of a dictionary whose entries are all in `nodes`. Keys compare by bytes, which is by
    /// Unicode scalars. Linear.
    @inline(__always)
    static func settle(
        in nodes: inout NodeTable,
        dictionary: Int,
        entries: Int,
        source: ByteView,
        arena: ByteView
    ) -> DuplicateKeys {
        guard entries > 1 else { return DuplicateKeys() }
        let texts = KeyTexts(source: source, arena: arena)
        if entries <= fewEntries, !hasDuplicate(in: nodes, dictionary, entries, texts) { return DuplicateKeys() }
        return settleWithTable(in: &nodes, dictionary, entries, texts)
    }

    @inline(__always)
    private static func hasDuplicate(
        in nodes: borrowing NodeTable,
        _ dictionary: Int,
        _ entries: Int,
        _ texts: KeyTexts
    ) -> Bool {
        var later = dictionary &+ 1
        for position in 0..<entries {
            let node = nodes[later]
            var earlier = dictionary &+ 1
            for _ in 0..<position {
                let other = nodes[earlier]
                if other.high == node.high, texts.text(other) == texts.text(node) { return true }
                earlier = nodes.entryAfter(earlier)
            }
            later = nodes.entryAfter(later)
        }
        return false
    }

    private static func settleWithTable(
        in nodes: inout NodeTable,
        _ dictionary: Int,
        _ entries: Int,
        _ texts: KeyTexts
    ) -> DuplicateKeys {
        var found = DuplicateKeys()
        var seen: [ByteView: Int] = [:]
        seen.reserveCapacity(entries)
        var key = dictionary + 1
        for _ in 0..<entries {
            let next = nodes.entryAfter(key)
            if let first = seen[texts.text(nodes[key])] {
                if found.count == 0 { found.first = key }
                found.count += 1
                nodes[key].shape = nodes[key].shape.adding(Node.Shape.isShadowed)
                nodes[first].shape = nodes[first].shape.adding(Node.Shape.isRedirected)
                nodes[first].offset = UInt32(truncatingIfNeeded: key + 1)
            } else {
                seen[texts.text(nodes[key])] = key
            }
            key = next
        }
        let extent = nodes[dictionary].high
        nodes[dictionary].payload = Node.pack(UInt32(truncatingIfNeeded: entries - found.count), extent)
        return found
    }
}

/// Where the texts of keys lie while a document is being read.
struct KeyTexts {
    let source: ByteView
    let arena: ByteView

    /// The text of a key or string.
    @inline(__always)
    func text(_ node: Node) -> ByteView {
        let range = Int(node.low)..<Int(node.low) + Int(node.high)
        return node.shape.has(Node.Shape.inArena) ? arena[range] : source[range]
    }
}

extension NodeTable {
    /// The key after the entry at `key`.
    @inline(__always)
    func entryAfter(_ key: Int) -> Int { key &+ 1 &+ Int(self[key &+ 1].extent) }
}

extension PropertyListWarning {
    /// The one warning about keys that came twice; `count` is how many entries were passed over.
    static func duplicateKey(
        _ key: String,
        count: Int,
        _ path: PropertyListKeyPath,
        _ place: SourcePosition?
    ) -> PropertyListWarning {
        let more = count == 1 ? "" : ", and so do \(count - 1) more"
        return PropertyListWarning(
            line: place?.line,
            column: place?.column,
            keyPath: path.description,
            sentence: "the key '\(key)' appears again in the same dictionary\(more); the last value counts",
        )
    }
}
