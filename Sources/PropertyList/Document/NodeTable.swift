internal import Glibc

/// The growing table of a document's nodes.
///
/// Memory comes from `realloc`: large blocks move by remapping pages, not by copying.
@safe
struct NodeTable: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Node>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(16, capacity)
        unsafe start = Self.resize(nil, to: self.capacity)
    }

    deinit {
        unsafe free(start)
    }

    /// Puts `node` at the end and says where.
    @inline(__always)
    mutating func append(_ node: Node) -> Int {
        if count == capacity { grow() }
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
        let (frozen, length) = unsafe (Self.resize(start, to: max(1, count)), count)
        discard self
        return unsafe (frozen, length)
    }

    private mutating func grow() {
        capacity *= 2
        unsafe start = Self.resize(start, to: capacity)
    }

    private static func resize(_ old: UnsafeMutablePointer<Node>?, to capacity: Int) -> UnsafeMutablePointer<Node> {
        guard let raw = unsafe realloc(old, capacity * MemoryLayout<Node>.stride) else {
            fatalError("out of memory: \(capacity) property list nodes")
        }
        return unsafe raw.assumingMemoryBound(to: Node.self)
    }
}
