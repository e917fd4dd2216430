internal import Bytes

extension XMLTreeBuilder {
    /// The first key that came a second time in one dictionary.
    struct Duplicate {
        let path: PropertyListKeyPath
        let key: String
        /// Where its later tag begins.
        let offset: Int
    }

    /// Settles the keys of the innermost dictionary, which is complete.
    @inline(__always)
    mutating func settleDuplicates(in dictionary: Int, entries: Int) {
        let source = sourceView
        let found = DuplicateKeys.settle(
            in: &nodes,
            dictionary: dictionary,
            entries: entries,
            source: source,
            arena: arena.view
        )
        if found.count > 0 { note(found) }
    }

    private mutating func note(_ found: DuplicateKeys) {
        duplicateCount += found.count
        guard firstDuplicate == nil else { return }
        let key = text(ofKey: found.first)
        var path = keyPath(ofContainerAt: frames.depth - 1)
        path.push(key: key)
        let offset = sourceView.tagStart(before: Int(nodes[found.first].offset))
        firstDuplicate = Duplicate(path: path, key: Quoted.excerpt(key), offset: offset)
    }

    /// The one warning about all keys that came twice.
    var duplicateWarnings: [PropertyListWarning] {
        guard let first = firstDuplicate else { return [] }
        let place = SourcePosition(of: first.offset, in: sourceView)
        return [PropertyListWarning.duplicateKey(first.key, count: duplicateCount, first.path, place)]
    }
}
