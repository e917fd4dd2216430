internal import Bytes
internal import Glibc

/// A property list that was read: a flat table of values and the bytes that they point into. Never changes.
///
/// Text that stands in the file as it is read is not copied: the document keeps the source (its UTF-8 form when it was
/// written in another encoding) and points into it. A value costs sixteen bytes, a key another sixteen.
@safe
public final class PropertyList: Sendable {
    /// The form it was written in.
    public let format: PropertyListFormat
    /// What its owner should look at; at most one, about keys that appear twice.
    public let warnings: [PropertyListWarning]
    /// The text of an XML file in UTF-8; the file itself when binary.
    let source: SharedBytes
    /// Text and data that do not stand in the source.
    let arena: SharedBytes
    private nonisolated(unsafe) let nodes: UnsafeMutablePointer<Node>
    private let nodeCount: Int

    init(
        format: PropertyListFormat,
        source: SharedBytes,
        arena: SharedBytes,
        nodes: consuming NodeTable,
        warnings: [PropertyListWarning]
    ) {
        self.format = format
        self.source = source
        self.arena = arena
        self.warnings = warnings
        unsafe (self.nodes, nodeCount) = nodes.freeze()
    }

    deinit {
        unsafe free(nodes)
    }

    /// The outermost value.
    public var root: PropertyListValue { PropertyListValue(document: self, index: resolved(0)) }

    /// Calls `body` with the outermost value and keeps the document meanwhile, so that every `ByteView` of its texts
    /// and data is valid inside. Without it, the last use of the document may lie before the last use of a view.
    public func withRoot<Result, Failure: Error>(
        _ body: (PropertyListValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(root)
    }

    /// How many bytes the document keeps besides its source.
    public var storeBytes: Int { nodeCount * MemoryLayout<Node>.stride + arena.count }

    /// The node at `index`; the table always ends inside what a node's extent reaches, so an index made by walking is
    /// in range, and the check keeps it so.
    @inline(__always)
    func node(_ index: Int) -> Node {
        precondition(index >= 0 && index < nodeCount, "no such property list node")
        return unsafe nodes[index]
    }

    /// The index of the value that the node at `index` stands for.
    @inline(__always)
    func resolved(_ index: Int) -> Int {
        let node = node(index)
        // A redirect never leads to another redirect: the readers resolve before they write one.
        return node.shape.base == .redirect ? Int(node.low) : index
    }

    /// The bytes of a text or data node.
    @inline(__always)
    func bytes(_ node: Node) -> ByteView {
        let range = ByteRange(offset: node.low, count: node.high)
        return node.shape.has(Node.Shape.inArena) ? arena[range] : source[range]
    }
}
