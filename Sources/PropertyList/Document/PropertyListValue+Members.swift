public import Bytes

extension PropertyListValue {
    /// How many items an array or entries a dictionary has; 0 for other kinds.
    public var count: Int {
        let node = node
        let base = node.shape.base
        return base == .array || base == .dictionary ? Int(node.low) : 0
    }

    /// The items of an array in order; none for other kinds. Walking them allocates nothing.
    public var elements: Elements { Elements(self) }

    /// The entries of a dictionary in document order; none for other kinds. Walking them allocates nothing.
    public var entries: Entries { Entries(self) }

    /// The item at `position` of an array, or nil.
    ///
    /// Immediate when the items hold nothing themselves, else it walks past the items before it: use ``elements`` to
    /// see all of them.
    public subscript(position: Int) -> PropertyListValue? {
        let node = node
        guard node.shape.base == .array, position >= 0, position < Int(node.low) else { return nil }
        if node.extent == node.low + 1 {
            return PropertyListValue(document: document, index: document.resolved(index + 1 + position))
        }
        return elements.dropFirst(position).first { _ in true }
    }

    /// The value of `key` in a dictionary, compared by bytes, or nil. Walks the entries.
    public subscript(key: ByteView) -> PropertyListValue? {
        var entries = Entries(self).makeIterator()
        while let entry = entries.next() {
            if entry.key == key { return entry.value }
        }
        return nil
    }

    /// The value of `key` in a dictionary, or nil. Walks the entries.
    public subscript(key: StaticString) -> PropertyListValue? { self[ByteView(key)] }

    /// The value of `key` in a dictionary, compared by Unicode scalars, or nil. Walks the entries.
    public subscript(key: String) -> PropertyListValue? {
        var copy = key
        return copy.withUTF8 { unsafe self[ByteView(UnsafeRawBufferPointer($0))] }
    }
}

extension PropertyListValue {
    /// The items of an array.
    public struct Elements: Sequence, IteratorProtocol, Sendable {
        private let document: PropertyList
        private var place: Int
        private var remaining: Int

        init(_ array: PropertyListValue) {
            document = array.document
            place = array.index + 1
            remaining = array.node.shape.base == .array ? array.count : 0
        }

        /// The next item, or nil.
        public mutating func next() -> PropertyListValue? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let index = place
            place += Int(document.node(index).extent)
            return PropertyListValue(document: document, index: document.resolved(index))
        }

        /// How many items are still to come.
        public var underestimatedCount: Int { remaining }
    }

    /// The entries of a dictionary.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        private let document: PropertyList
        private var place: Int
        private var remaining: Int

        init(_ dictionary: PropertyListValue) {
            document = dictionary.document
            place = dictionary.index + 1
            remaining = dictionary.node.shape.base == .dictionary ? dictionary.count : 0
        }

        /// The next key, valid while the document is kept, and its value; or nil.
        public mutating func next() -> (key: ByteView, value: PropertyListValue)? {
            guard remaining > 0 else { return nil }
            var keyIndex = place
            while document.node(keyIndex).shape.has(Node.Shape.isShadowed) { keyIndex = entryAfter(keyIndex) }
            remaining -= 1
            place = entryAfter(keyIndex)
            let key = document.node(keyIndex)
            let place = key.shape.has(Node.Shape.isRedirected) ? Int(key.offset) : keyIndex + 1
            let value = PropertyListValue(document: document, index: document.resolved(place))
            return (document.bytes(key), value)
        }

        /// How many entries are still to come.
        public var underestimatedCount: Int { remaining }

        private func entryAfter(_ keyIndex: Int) -> Int { keyIndex + 1 + Int(document.node(keyIndex + 1).extent) }
    }
}
