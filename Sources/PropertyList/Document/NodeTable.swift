internal import Glibc

/// The growing table of a document's nodes.
///
/// Memory comes from `realloc`: large blocks move by remapping pages, not by copying.
@safe
struct NodeTable: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Node>
    private(set) var count = 0
    private var capacity: Int

    /// An empty table with room for `capacity` nodes; nil when there is no memory for them.
    init?(capacity: Int) {
        self.capacity = max(16, capacity)
        guard let start = unsafe Self.resize(nil, to: self.capacity) else { return nil }
        unsafe self.start = unsafe start
    }

    deinit {
        unsafe free(start)
    }

    /// Whether a node can be appended before the table grows.
    @inline(__always)
    var hasRoom: Bool { count < capacity }

    /// Makes room for more nodes; false when there is no memory for them.
    @inline(never)
    mutating func grow() -> Bool {
        guard let larger = unsafe Self.resize(start, to: capacity * 2) else { return false }
        unsafe start = unsafe larger
        capacity *= 2
        return true
    }

    /// Puts `node` at the end and says where. There must be room.
    @inline(__always)
    mutating func append(_ node: Node) -> Int {
        precondition(count < capacity, "no room for a property list node")
        unsafe start[count] = node
        count &+= 1
        return count &- 1
    }

    /// The node at `index`, which must have been appended.
    @inline(__always)
    subscript(index: Int) -> Node {
        get {
            assert(index >= 0 && index < count)
            return unsafe start[index]
        }
        set {
            assert(index >= 0 && index < count)
            unsafe start[index] = newValue
        }
    }

    /// Gives up the table: whoever takes the pointer frees it with `free`.
    consuming func freeze() -> (start: UnsafeMutablePointer<Node>, count: Int) {
        // A smaller block where there is none would be strange; then the larger one stays.
        let (frozen, length) = unsafe (Self.resize(start, to: max(1, count)) ?? start, count)
        discard self
        return unsafe (frozen, length)
    }

    private static func resize(_ old: UnsafeMutablePointer<Node>?, to capacity: Int) -> UnsafeMutablePointer<Node>? {
        unsafe realloc(old, capacity * MemoryLayout<Node>.stride)?.assumingMemoryBound(to: Node.self)
    }
}
