internal import Bytes

/// Turns a parser's events into nodes and checks the grammar of property lists on the way.
///
/// It knows nothing of the parser: it gets elements, text and where in the source each event ended. It is a plain block
/// of memory that callbacks reach through a pointer; nothing in it is retained or released on the way.
@safe
struct XMLTreeBuilder: ~Copyable {
    /// The source. Whoever parses keeps it, and a zero byte follows it.
    let source: UnsafePointer<UInt8>
    let sourceCount: Int
    let limits: PropertyListLimits

    var nodes: NodeTable
    /// Text and data that don't stand in the source as they are.
    var arena: OutputBuffer
    /// The open arrays and dictionaries.
    var frames: FrameStack
    /// Where the last event that was no text ended: only text follows up to the next (see `ByteView.constructStart`).
    var lastEnd: Int
    /// Values so far; keys do not count.
    var values = 0
    /// The element whose text is being read, or nil.
    var scalar: XMLElement?
    var text = TextRun()
    /// Whether `<plist>` was seen, and where it begins.
    var wrapper = Wrapper.none
    var wrapperOffset = 0
    /// What may begin now.
    var allowed = ElementSet.values
    /// The first thing wrong.
    var failure: XMLFailure?
    /// The first key that came twice in one dictionary.
    var firstDuplicate: Duplicate?
    var duplicateCount = 0

    enum Wrapper {
        case none, open, closed
    }

    /// Nil when there is no memory for the table of nodes.
    init?(source: UnsafeRawBufferPointer, start: Int, limits: PropertyListLimits) {
        // An element of a friend list takes 26 bytes; untouched memory costs nothing.
        guard let nodes = NodeTable(capacity: source.count / 16) else { return nil }
        self.nodes = nodes
        let nothing: StaticString = ""
        unsafe self.source = source.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing.utf8Start
        sourceCount = source.count
        self.limits = limits
        arena = OutputBuffer(capacity: 1024)
        frames = FrameStack(depth: limits.depth)
        lastEnd = start
    }

    /// Whether the one value has begun.
    var hasRoot: Bool { values > 0 }

    /// The source as a view.
    var sourceView: ByteView { unsafe ByteView(start: source, count: sourceCount) }

    /// Where `pointer` points to, as an offset in the source; an offset outside it when it points elsewhere.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>?) -> Int {
        unsafe Int(bitPattern: UInt(bitPattern: pointer) &- UInt(bitPattern: source))
    }

    /// The text begins at `end`, but for white space before that belongs to it too.
    mutating func begin(end: Int) {
        lastEnd = end
        while lastEnd > 0, sourceView[lastEnd - 1].isXMLSpace { lastEnd -= 1 }
    }

    /// Whether `element`, which is not `<plist>`, may begin now and finds room in the node table.
    @inline(__always)
    func canOpen(_ element: XMLElement, end: Int) -> Bool {
        allowed.contains(element) && isTagEnd(end) && (values < limits.values || element == .key) && nodes.hasRoom
    }

    /// Whether a start tag that the parser has read up to `end` is whole. If not, the parser says so next.
    @inline(__always)
    func isTagEnd(_ end: Int) -> Bool {
        // The parser has read up to here, and a zero byte follows the last.
        let byte = unsafe source[end]
        return byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    /// A start tag, read up to its `>` or `/>` at `end`. The element can be opened.
    @inline(__always)
    mutating func open(_ element: XMLElement, end: Int) {
        lastEnd = end
        if element == .key {
            frames.top.keyNode = nodes.count
        } else {
            values &+= 1
            frames.top.count &+= 1
        }
        let node = nodes.append(Node(offset: UInt32(truncatingIfNeeded: end), shape: element.shape))
        if element == .dict || element == .array {
            frames.push(node: node, isDictionary: element == .dict)
            allowed = frames.top.members
        } else {
            scalar = element
            allowed = .none
            text.begin(at: element.isBoolean ? TextRun.nowhere : end &+ 1)
        }
    }

    /// A start tag of any element, read up to its `>` or `/>` at `end`; false when the document is refused.
    mutating func openAny(_ element: XMLElement, end: Int) -> Bool {
        guard isTagEnd(end) else { return true }
        if element == .plist, wrapper == .none, !hasRoot {
            lastEnd = end
            wrapper = .open
            wrapperOffset = sourceView.tagStart(before: end)
            return true
        }
        guard nodes.hasRoom || nodes.grow() else { return fail(.outOfMemory, inTagBefore: end) }
        guard canOpen(element, end: end) else { return fail(problem(with: element), inTagBefore: end) }
        open(element, end: end)
        return true
    }

    /// The end of a string or key whose text stands in the source, read up to `end`; false if it is of another element.
    @inline(__always)
    mutating func closeVerbatim(end: Int) -> Bool {
        guard let open = scalar, !text.isCopied else { return false }
        if open == .string {
            allowed = frames.top.members
        } else {
            guard open == .key else { return false }
            frames.top.note(verbatimHash)
            allowed = frames.top.values
        }
        lastEnd = end
        setText(end: text.next)
        scalar = nil
        text.end()
        return true
    }

    /// The end of any element, the innermost, read up to `end`; false when the document is refused.
    mutating func closeAny(end: Int) -> Bool {
        if closeVerbatim(end: end) { return true }
        lastEnd = end
        guard let open = scalar else { return closeContainer(end) }
        switch open {
        case .key:
            let key = runView
            closeCopiedText()
            frames.top.note(Self.hash(key))
        case .string: closeCopiedText()
        default: guard closeScalar(open) else { return false }
        }
        allowed = open == .key ? frames.top.values : frames.top.members
        scalar = nil
        text.end()
        return true
    }

    private mutating func closeContainer(_ end: Int) -> Bool {
        // The parser matches tags: what is open is a container or `<plist>`.
        guard !frames.isEmpty else { return closeWrapper(end) }
        guard !expectsValue else { return fail(.keyWithoutValue, inTagBefore: end) }
        let frame = frames.top
        nodes.setMembers(of: frame.node, to: frame.count)
        if frame.mayRepeatKeys { settleDuplicates(in: frame.node, entries: Int(frame.count)) }
        frames.pop()
        allowed = frames.top.members
        return true
    }

    private mutating func closeWrapper(_ end: Int) -> Bool {
        guard hasRoot else { return fail(.emptyWrapper, inTagBefore: end) }
        wrapper = .closed
        return true
    }

    /// Whether a key was read in the innermost dictionary and its value was not begun.
    var expectsValue: Bool { frames.top.isDictionary && allowed == frames.top.values }

    /// Why `element` may not begin here.
    private func problem(with element: XMLElement) -> XMLProblem {
        if scalar != nil { return .elementInScalar(element.name) }
        if element == .plist { return .nestedWrapper }
        if frames.isFull, element == .dict || element == .array { return .tooDeep(limits.depth) }
        if element == .key { return expectsValue ? .keyInsteadOfValue : .keyOutsideDictionary }
        if allowed.contains(element) { return .tooManyValues(limits.values) }
        return frames.isEmpty ? .secondRoot(element) : .valueWithoutKey(element)
    }

    /// Remembers the first thing wrong, in the tag that the parser has read up to `end`; always false.
    @inline(never)
    mutating func fail(_ problem: XMLProblem, inTagBefore end: Int) -> Bool {
        fail(problem, at: sourceView.tagStart(before: end))
    }

    /// Remembers the first thing wrong and where it is; always false.
    mutating func fail(_ problem: XMLProblem, at offset: Int) -> Bool {
        if failure == nil { failure = XMLFailure(problem: problem, offset: offset) }
        return false
    }
}

extension NodeTable {
    /// Writes into a container's node how many members it has and how far it reaches: to the end of the table.
    @inline(__always)
    mutating func setMembers(of container: Int, to count: UInt32) {
        let extent = UInt32(truncatingIfNeeded: self.count &- container)
        self[container].payload = Node.pack(count, extent)
    }
}
