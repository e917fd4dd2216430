internal import Bytes

/// Turns a parser's events into nodes and checks the grammar of property lists on the way.
///
/// It knows nothing of the parser: it gets elements, text and where in the source each event ended. It is a plain block
/// of memory that callbacks reach through a pointer; nothing in it is retained or released on the way.
@safe
struct XMLTreeBuilder: ~Copyable {
    /// The source. Whoever parses keeps it.
    let source: UnsafePointer<UInt8>
    let sourceCount: Int
    let limits: PropertyListLimits

    var nodes: NodeTable
    /// Text and data that don't stand in the source as they are.
    var arena: OutputBuffer
    /// The open arrays and dictionaries.
    var frames: FrameStack
    /// Where the last event ended: the next construct begins there (see `ByteView.tagStart`).
    var lastEnd: Int
    /// Values so far; keys do not count.
    var values = 0
    /// The element whose text is being read, or nil.
    var scalar: XMLElement?
    var text = TextRun()
    /// Where the CDATA section begins whose end was not seen.
    var openSection: Int?
    /// Whether `<plist>` was seen, and where it begins.
    var wrapper = Wrapper.none
    var wrapperOffset = 0
    /// Whether the one value has begun.
    var hasRoot = false
    /// The first thing wrong.
    var failure: XMLFailure?
    /// The first key that came twice in one dictionary.
    var firstDuplicate: Duplicate?
    var duplicateCount = 0

    enum Wrapper {
        case none, open, closed
    }

    init(source: UnsafeRawBufferPointer, start: Int, limits: PropertyListLimits) {
        let nothing: StaticString = ""
        unsafe self.source = source.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing.utf8Start
        sourceCount = source.count
        self.limits = limits
        // An element of a friend list takes 26 bytes; untouched memory costs nothing.
        nodes = NodeTable(capacity: source.count / 16)
        arena = OutputBuffer(capacity: 1024)
        frames = FrameStack(depth: limits.depth)
        lastEnd = start
    }

    /// The source as a view.
    var sourceView: ByteView { unsafe ByteView(start: source, count: sourceCount) }

    /// A start tag, read up to `end`; false when the document is refused.
    @inline(__always)
    mutating func open(_ element: XMLElement, end: Int) -> Bool {
        let start = lastEnd
        lastEnd = end
        guard scalar == nil else { return fail(.elementInScalar(element.name), at: start) }
        let isContainer = element == .dict || element == .array
        guard !isContainer || !frames.isFull else { return fail(.tooDeep(limits.depth), at: start) }
        guard frames.isEmpty ? placeRoot(element, start) : placeMember(element, start) else { return false }
        guard element != .plist else { return true }
        let node = nodes.append(Node(offset: UInt32(truncatingIfNeeded: start), shape: element.shape))
        if isContainer {
            frames.push(node: node, isDictionary: element == .dict)
        } else {
            scalar = element
            text.begin(node: node)
        }
        return true
    }

    /// An end tag, read up to `end`; false when the document is refused.
    @inline(__always)
    mutating func close(_ element: XMLElement, end: Int) -> Bool {
        let start = lastEnd
        lastEnd = end
        if let open = scalar {
            if open == .key || open == .string { closeText() } else if !closeScalar(open) { return false }
            scalar = nil
            return true
        }
        guard element != .plist else { return closeWrapper(start) }
        return closeContainer(start)
    }

    /// Where the value in the container that is open goes.
    @inline(__always)
    private mutating func placeMember(_ element: XMLElement, _ start: Int) -> Bool {
        if frames.topIsDictionary {
            if element == .key {
                guard !frames.top.expectsValue else { return fail(.keyInsteadOfValue, at: start) }
                frames.top.expectsValue = true
                frames.top.keyNode = nodes.count
                return true
            }
            guard element != .plist else { return fail(.nestedWrapper, at: start) }
            guard frames.top.expectsValue else { return fail(.valueWithoutKey(element), at: start) }
        } else {
            guard element != .key else { return fail(.keyOutsideDictionary, at: start) }
            guard element != .plist else { return fail(.nestedWrapper, at: start) }
        }
        guard countValue(start) else { return false }
        frames.top.expectsValue = false
        frames.top.count &+= 1
        return true
    }

    private mutating func placeRoot(_ element: XMLElement, _ start: Int) -> Bool {
        if element == .plist {
            guard wrapper == .none else { return fail(.nestedWrapper, at: start) }
            wrapper = .open
            wrapperOffset = sourceView.tagStart(after: start)
            return true
        }
        guard element != .key else { return fail(.keyOutsideDictionary, at: start) }
        guard !hasRoot else { return fail(.secondRoot(element), at: start) }
        guard countValue(start) else { return false }
        hasRoot = true
        return true
    }

    @inline(__always)
    private mutating func countValue(_ start: Int) -> Bool {
        values &+= 1
        return values <= limits.values || fail(.tooManyValues(limits.values), at: start)
    }

    private mutating func closeWrapper(_ start: Int) -> Bool {
        guard hasRoot else { return fail(.emptyWrapper, atExactly: sourceView.constructStart(after: start)) }
        wrapper = .closed
        return true
    }

    @inline(__always)
    private mutating func closeContainer(_ start: Int) -> Bool {
        // The parser matches tags: a container is open.
        guard !frames.isEmpty else { return fail(.emptyWrapper, at: start) }
        let frame = frames.top
        if frame.isDictionary {
            guard !frame.expectsValue else { return fail(.keyWithoutValue, at: start) }
            nodes.setMembers(of: frame.node, to: frame.count)
            if frame.count > 1 { settleDuplicates(in: frame.node, entries: Int(frame.count)) }
        } else {
            nodes.setMembers(of: frame.node, to: frame.count)
        }
        frames.pop()
        return true
    }

    /// Remembers the first thing wrong; always false.
    @inline(never)
    mutating func fail(_ problem: XMLProblem, at offset: Int) -> Bool {
        if failure == nil { failure = XMLFailure(problem: problem, offset: sourceView.tagStart(after: offset)) }
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
