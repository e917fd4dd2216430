internal import Bytes

extension BinaryPropertyListParser {
    /// Adds the key that object `number` is, which must be a string.
    mutating func placeKey(_ number: Int) throws(BinaryObjectReader.Problem) {
        if case .read(let index) = states[number] {
            let node = nodes[index]
            guard node.shape.base == .string || node.shape.base == .key else { throw notAKey(number) }
            try count(values: 0, bytes: node.textBytes)
            let shape = Node.Shape.key.adding(node.shape.bits & Node.Shape.inArena)
            _ = try append(Node(offset: 0, shape: shape, payload: node.payload))
            return
        }
        guard case .unseen = states[number] else { throw notAKey(number) }
        let object = try reader.object(at: reader.offset(of: number))
        switch object {
        case .text, .utf16:
            var node = try scalar(object)
            node.shape.bits = node.shape.bits & Node.Shape.inArena | Node.Shape.key.bits
            try count(values: 0, bytes: node.textBytes)
            states.setRead(number, node: try append(node))
        default: throw notAKey(number)
        }
    }

    private func notAKey(_ number: Int) -> BinaryObjectReader.Problem {
        BinaryObjectReader.Problem(sentence: "a key that is no string (object \(number))")
    }

    /// The node of an object that holds no others.
    mutating func scalar(_ object: BinaryObject) throws(BinaryObjectReader.Problem) -> Node {
        switch object {
        case .boolean(let value): Node(offset: 0, shape: .boolean, payload: value ? 1 : 0)
        case .integer(let bits, let isUnsigned):
            Node(offset: 0, shape: isUnsigned ? .integer.adding(Node.Shape.isUnsigned) : .integer, payload: bits)
        case .real(let value): Node(offset: 0, shape: .real, payload: value.bitPattern)
        case .date(let date): Node(offset: 0, shape: .date, payload: date.secondsSince2001.bitPattern)
        case .uid(let number): Node(offset: 0, shape: .uid, payload: number)
        case .data(let offset, let count): Node(offset: 0, shape: .data, payload: Node.pack(offset, count))
        case .text(let offset, let count): Node(offset: 0, shape: .string, payload: Node.pack(offset, count))
        case .utf16(let offset, let units): try decode(offset, units)
        // Containers are opened, never made whole.
        case .array, .dictionary: throw BinaryObjectReader.Problem(sentence: "a container where a value was due")
        }
    }

    private mutating func decode(_ offset: Int, _ units: Int) throws(BinaryObjectReader.Problem) -> Node {
        let start = arena.count
        guard UTF16Decoder.append(file[offset..<offset + 2 * units], bigEndian: true, to: &arena) == nil else {
            throw BinaryObjectReader.Problem(
                sentence: "the text at byte \(offset - 1) holds half a UTF-16 character without its other half"
            )
        }
        let shape = Node.Shape.string.adding(Node.Shape.inArena)
        return Node(offset: 0, shape: shape, payload: Node.pack(start, arena.count - start))
    }

    /// Counts what the document stands for.
    mutating func count(values more: Int, bytes moreBytes: Int) throws(BinaryObjectReader.Problem) {
        values += more
        guard values <= limits.values else {
            throw BinaryObjectReader.Problem(
                sentence: "the file stands for more than \(limits.values) values, shared ones counted where they appear"
            )
        }
        bytes += moreBytes
        guard bytes <= max(limits.expandedBytes, file.count) else {
            throw BinaryObjectReader.Problem(
                sentence: "the file stands for more than \(limits.expandedBytes) bytes of text and data, "
                    + "shared ones counted where they appear"
            )
        }
    }

    func tooDeep() -> BinaryObjectReader.Problem {
        BinaryObjectReader.Problem(
            sentence: "more than \(limits.depth) arrays and dictionaries inside each other"
        )
    }

    mutating func settleDuplicates(of frame: BinaryFrame) {
        let found = DuplicateKeys.settle(
            in: &nodes,
            dictionary: frame.node,
            entries: frame.count,
            source: file,
            arena: arena.view,
        )
        guard found.count > 0 else { return }
        duplicateCount += found.count
        guard warning == nil else { return }
        let key = KeyTexts(source: file, arena: arena.view).text(nodes[found.first])
        warning = (containerPath.appending(key: key.string), Quoted.excerpt(key))
    }

    /// The path of what is being read.
    var keyPath: PropertyListKeyPath { path(levels: frames.count) }

    /// The path of the innermost container.
    private var containerPath: PropertyListKeyPath { path(levels: frames.count - 1) }

    private func path(levels: Int) -> PropertyListKeyPath {
        var path = PropertyListKeyPath()
        let texts = KeyTexts(source: file, arena: arena.view)
        for frame in frames.prefix(levels) {
            if !frame.isDictionary {
                path.push(index: frame.next - 1)
            } else if let key = frame.keyNode {
                path.push(key: texts.text(nodes[key]))
            }
        }
        return path
    }

    /// The document, when nothing was wrong.
    consuming func freeze(_ source: SharedBytes) -> PropertyList {
        let found = warning.map { PropertyListWarning.duplicateKey($0.key, count: duplicateCount, $0.path, nil) }
        return PropertyList(
            format: .binary,
            source: source,
            arena: arena.freeze(),
            nodes: nodes,
            warnings: found.map { [$0] } ?? [],
        )
    }
}

extension Node {
    /// Two counts in one payload. Offsets in a file of at most 4 GiB fit.
    static func pack(_ low: Int, _ high: Int) -> UInt64 {
        pack(UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: high))
    }

    /// The bytes of text or data; 0 for other kinds.
    var textBytes: Int {
        let base = shape.base
        return base == .string || base == .key || base == .data ? Int(high) : 0
    }
}
