internal import Bytes
internal import Glibc

/// A key that came a second time in one dictionary.
struct Duplicate {
    let path: PropertyListKeyPath
    let key: String
    /// Where its later tag begins.
    let offset: Int
}

extension XMLTreeBuilder {
    /// Up to here comparing all pairs costs less than a table.
    private static var fewEntries: Int { 8 }

    /// Makes the last of equal keys win, at the place of the first. Keys compare by bytes, which is by scalars.
    @inline(__always)
    mutating func settleDuplicates(in dictionary: Int, entries: Int) {
        if entries <= Self.fewEntries, !hasDuplicate(in: dictionary, entries: entries) { return }
        settleWithTable(in: dictionary, entries: entries)
    }

    @inline(__always)
    private func hasDuplicate(in dictionary: Int, entries: Int) -> Bool {
        var later = dictionary + 1
        for position in 0..<entries {
            let node = nodes[later]
            var earlier = dictionary + 1
            for _ in 0..<position {
                let other = nodes[earlier]
                if other.high == node.high, text(ofKey: earlier) == text(ofKey: later) { return true }
                earlier = entryAfter(earlier)
            }
            later = entryAfter(later)
        }
        return false
    }

    private mutating func settleWithTable(in dictionary: Int, entries: Int) {
        var seen: [ByteView: Int] = [:]
        seen.reserveCapacity(entries)
        var unique = UInt32(0)
        var key = dictionary + 1
        for _ in 0..<entries {
            let next = entryAfter(key)
            if let first = seen[text(ofKey: key)] {
                shadow(key, by: first)
            } else {
                seen[text(ofKey: key)] = key
                unique += 1
            }
            key = next
        }
        let extent = nodes[dictionary].high
        nodes[dictionary].payload = Node.pack(unique, extent)
    }

    /// Hides the entry at `key`; its value is what the entry at `first` now stands for.
    private mutating func shadow(_ key: Int, by first: Int) {
        noteDuplicate(key)
        nodes[key].shape = nodes[key].shape.adding(Node.Shape.isShadowed)
        let skipped = nodes[first + 1].extent
        nodes[first + 1].shape = .redirect
        nodes[first + 1].payload = Node.pack(UInt32(truncatingIfNeeded: key + 1), skipped)
    }

    private mutating func noteDuplicate(_ key: Int) {
        duplicateCount += 1
        guard firstDuplicate == nil else { return }
        var path = keyPath(ofContainerAt: frames.depth - 1)
        path.push(key: text(ofKey: key))
        let offset = sourceView.tagStart(after: Int(nodes[key].offset))
        firstDuplicate = Duplicate(path: path, key: Quoted.excerpt(text(ofKey: key)), offset: offset)
    }

    private func entryAfter(_ key: Int) -> Int { key &+ 1 &+ Int(nodes[key &+ 1].extent) }

    /// The one warning about all keys that came twice.
    var duplicateWarnings: [PropertyListWarning] {
        guard let first = firstDuplicate else { return [] }
        let place = SourcePosition(of: first.offset, in: sourceView)
        let warning = PropertyListWarning.duplicateKey(first.key, count: duplicateCount, first.path, place)
        return [warning]
    }
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
