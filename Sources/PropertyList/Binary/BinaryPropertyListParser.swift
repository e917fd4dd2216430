internal import Bytes

/// Reads a binary property list (`bplist00`).
///
/// Objects that are referred to from several places are read once; the later places point to the first. So memory is
/// bounded by the file, and what the document stands for is counted before anybody can walk it.
struct BinaryPropertyListParser: ~Copyable {
    let file: ByteView
    let trailer: BinaryTrailer
    let reader: BinaryObjectReader
    let limits: PropertyListLimits

    var nodes: NodeTable
    var arena = OutputBuffer(capacity: 1024)
    var states: ObjectStates
    var frames: [BinaryFrame] = []
    var spans: [BinarySpan] = []
    /// What the document stands for so far.
    var values = 0
    var bytes = 0
    var warning: (path: PropertyListKeyPath, key: String)?
    var duplicateCount = 0

    static func parse(_ source: SharedBytes, limits: PropertyListLimits) throws(PropertyListError) -> PropertyList {
        let trailer = try BinaryTrailer(source.view)
        guard var parser = BinaryPropertyListParser(source.view, trailer, limits) else { throw .outOfMemory }
        do throws(BinaryObjectReader.Problem) {
            try parser.place(trailer.topObject)
            while !parser.frames.isEmpty { try parser.step() }
        } catch {
            throw .binary(error.sentence, path: parser.keyPath.description)
        }
        return parser.freeze(source)
    }

    private init?(_ file: ByteView, _ trailer: BinaryTrailer, _ limits: PropertyListLimits) {
        // Each object is a node at least, if anything refers to it; a key is one besides its value.
        guard let nodes = NodeTable(capacity: min(trailer.objectCount, 2 * limits.values)),
            let states = ObjectStates(count: trailer.objectCount)
        else { return nil }
        self.nodes = nodes
        self.states = states
        self.file = file
        self.trailer = trailer
        self.limits = limits
        reader = BinaryObjectReader(file: file, trailer: trailer)
    }

    /// Puts `node` at the end of the table and says where.
    mutating func append(_ node: Node) throws(BinaryObjectReader.Problem) -> Int {
        guard nodes.hasRoom || nodes.grow() else {
            throw BinaryObjectReader.Problem(sentence: XMLProblem.outOfMemory.sentence)
        }
        return nodes.append(node)
    }

    /// Reads the next member of the innermost container, or closes it.
    private mutating func step() throws(BinaryObjectReader.Problem) {
        let level = frames.count - 1
        let position = frames[level].next
        guard position < frames[level].count else { return close() }
        frames[level].next = position + 1
        let references = frames[level].references
        var index = position
        if frames[level].isDictionary {
            frames[level].keyNode = nil
            try placeKey(reference(references, position))
            frames[level].keyNode = nodes.count - 1
            index += frames[level].count
        }
        let member = try reference(references, index)
        try place(member)
    }

    /// The number of the object that reference `index` leads to.
    private func reference(_ start: Int, _ index: Int) throws(BinaryObjectReader.Problem) -> Int {
        let number = file.bigEndian(at: start + index * trailer.referenceSize, size: trailer.referenceSize)
        guard number < UInt64(trailer.objectCount) else {
            throw BinaryObjectReader.Problem(
                sentence: "object \(number) is referred to, but there are only \(trailer.objectCount)"
            )
        }
        return Int(number)
    }

    /// Adds the value that object `number` is.
    private mutating func place(_ number: Int) throws(BinaryObjectReader.Problem) {
        switch states[number] {
        case .unseen: try read(number)
        case .open: throw BinaryObjectReader.Problem(sentence: "object \(number) contains itself")
        case .read(let node): try share(node)
        }
    }

    private mutating func read(_ number: Int) throws(BinaryObjectReader.Problem) {
        let object = try reader.object(at: reader.offset(of: number))
        switch object {
        case .array(let offset, let count):
            try open(number, offset, count, isDictionary: false)
        case .dictionary(let offset, let count):
            try open(number, offset, count, isDictionary: true)
        default:
            let node = try scalar(object)
            try count(values: 1, bytes: node.textBytes)
            states.setRead(number, node: try append(node))
        }
    }

    /// Adds a value that was read before.
    private mutating func share(_ index: Int) throws(BinaryObjectReader.Problem) {
        let node = nodes[index]
        guard node.shape.isContainer else {
            try count(values: 1, bytes: node.textBytes)
            // A string that was read as a key is a string here.
            let shape =
                node.shape.base == .key ? Node.Shape.string.adding(node.shape.bits & Node.Shape.inArena) : node.shape
            _ = try append(Node(offset: 0, shape: shape, payload: node.payload))
            return
        }
        let span = spans[Int(node.offset)]
        try count(values: span.values, bytes: span.bytes)
        guard frames.count + span.height <= limits.depth else { throw tooDeep() }
        if !frames.isEmpty { frames[frames.count - 1].height = max(frames[frames.count - 1].height, span.height) }
        _ = try append(Node(offset: 0, shape: .redirect, payload: UInt64(index)))
    }

    private mutating func open(
        _ number: Int,
        _ offset: Int,
        _ count: Int,
        isDictionary: Bool
    ) throws(BinaryObjectReader.Problem) {
        guard frames.count < limits.depth else { throw tooDeep() }
        let (valuesBefore, bytesBefore) = (values, bytes)
        try self.count(values: 1, bytes: 0)
        states.setOpen(number)
        let frame = BinaryFrame(
            object: number,
            node: try append(Node(offset: 0, shape: isDictionary ? .dictionary : .array)),
            references: offset,
            count: count,
            isDictionary: isDictionary,
            valuesBefore: valuesBefore,
            bytesBefore: bytesBefore,
        )
        frames.append(frame)
    }

    private mutating func close() {
        guard let frame = frames.last else { return }
        nodes.setMembers(of: frame.node, to: UInt32(truncatingIfNeeded: frame.count))
        if frame.isDictionary { settleDuplicates(of: frame) }
        frames.removeLast()
        let height = frame.height + 1
        if !frames.isEmpty { frames[frames.count - 1].height = max(frames[frames.count - 1].height, height) }
        nodes[frame.node].offset = UInt32(truncatingIfNeeded: spans.count)
        spans.append(
            BinarySpan(values: values - frame.valuesBefore, bytes: bytes - frame.bytesBefore, height: height)
        )
        states.setRead(frame.object, node: frame.node)
    }
}
