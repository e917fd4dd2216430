internal import Bytes
internal import PropertyList

/// Makes an outline of any property list, value by value in document order.
struct OutlineBuilder: ~Copyable {
    /// More rows than anyone opens; bounds the memory a file of numbers takes.
    static let nodeLimit = 1_000_000

    private var text = ByteArena()
    private var nodes: [Outline.Node] = []
    private var sections: [Int] = []
    private var keys = KeyMaker()
    private var path = PropertyListKeyPath()

    /// The outline of `document`; values past `nodeLimit` are left out.
    static func outline(of document: PropertyList) -> Outline {
        var builder = OutlineBuilder()
        let root = document.root
        if root.kind == .array || root.kind == .dictionary {
            builder.addMembers(of: root, depth: 0)
        } else {
            builder.addScalar(root, label: .empty, depth: 0)
        }
        return builder.finish(document, isCut: builder.isFull)
    }

    private var isFull: Bool { nodes.count >= Self.nodeLimit }

    // As deep as the reader of property lists allows: 512 small frames.
    private mutating func addMembers(of container: PropertyListValue, depth: UInt16) {
        var index = 0
        for value in container.elements where !isFull {
            path.push(index: index)
            add(value, label: text.add(String(index)), depth: depth, key: nil)
            path.pop()
            index += 1
        }
        for (key, value) in container.entries where !isFull {
            path.push(key: key)
            add(value, label: text.add(key), depth: depth, key: key)
            path.pop()
        }
    }

    private mutating func add(_ value: PropertyListValue, label: ByteRange, depth: UInt16, key: ByteView?) {
        guard value.kind == .array || value.kind == .dictionary else {
            return addScalar(value, label: label, depth: depth)
        }
        let place = nodes.count
        nodes.append(
            Outline.Node(
                key: sectionKey(named: key),
                label: label,
                value: .empty,
                kind: value.kind == .array ? .array : .dictionary,
                depth: depth,
                count: value.count,
                end: place + 1,
                section: sections.count
            )
        )
        sections.append(place)
        addMembers(of: value, depth: depth + 1)
        nodes[place].end = nodes.count
    }

    private mutating func addScalar(_ value: PropertyListValue, label: ByteRange, depth: UInt16) {
        var written = OutputBuffer(capacity: 64)
        if let data = value.data {
            written.append(base64: data.prefix(Outline.dataPreviewBytes))
        } else {
            ScalarText.append(value, to: &written)
        }
        nodes.append(
            Outline.Node(
                key: .empty,
                label: label,
                value: text.add(written.view),
                kind: Outline.Kind(value.kind),
                depth: depth,
                count: value.data?.count ?? 0,
                end: nodes.count + 1,
                section: -1
            )
        )
    }

    /// A slug of a dictionary's key while it is free, else a hash of the key path: neighbours don't change it.
    private mutating func sectionKey(named key: ByteView?) -> ByteRange {
        var wanted = OutputBuffer(capacity: 64)
        if let key {
            KeyRules.appendKey(ofName: key, to: &wanted)
            if !keys.isTaken(wanted.view) { return keys.claim(wanted.view, in: &text) }
            wanted.removeAll()
        }
        var place = OutputBuffer(capacity: 128)
        place.append(path.description)
        KeyRules.appendHash(of: place.view, to: &wanted)
        return keys.claim(wanted.view, in: &text)
    }

    private consuming func finish(_ document: PropertyList, isCut: Bool) -> Outline {
        let nodes = nodes
        let sections = sections
        let frozen = text.freeze()
        return Outline(
            text: frozen,
            nodes: nodes,
            sections: sections,
            keys: KeyIndex(text: frozen, keys: sections.map { nodes[$0].key }),
            isCut: isCut,
            document: document
        )
    }
}

extension Outline.Kind {
    /// The kind of row that a value of `kind` makes.
    init(_ kind: PropertyListKind) {
        self =
            switch kind {
            case .string: .string
            case .integer: .integer
            case .real: .real
            case .boolean: .boolean
            case .date: .date
            case .data: .data
            case .array: .array
            case .dictionary: .dictionary
            case .uid: .uid
            }
    }
}
