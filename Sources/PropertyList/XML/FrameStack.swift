/// The arrays and dictionaries that are open, outermost first; as deep as the limit and no deeper.
@safe
struct FrameStack: ~Copyable {
    struct Frame {
        /// The container's node.
        var node: Int
        /// The last key, in a dictionary.
        var keyNode: Int
        /// Items, or entries whose value has begun.
        var count: UInt32
        var isDictionary: Bool
        /// Whether a key was read and its value was not begun.
        var expectsValue: Bool
    }

    private let start: UnsafeMutablePointer<Frame>
    private let limit: Int
    private(set) var depth = 0

    init(depth limit: Int) {
        self.limit = limit
        // One more, so that `top` always exists.
        unsafe start = .allocate(capacity: limit + 1)
        unsafe start.initialize(
            repeating: Frame(node: 0, keyNode: 0, count: 0, isDictionary: false, expectsValue: false),
            count: limit + 1
        )
    }

    deinit {
        unsafe start.deallocate()
    }

    @inline(__always)
    var isEmpty: Bool { depth == 0 }

    @inline(__always)
    var topIsDictionary: Bool { top.isDictionary }

    /// The innermost container. When nothing is open, a frame that means nothing.
    @inline(__always)
    var top: Frame {
        unsafeAddress { unsafe UnsafePointer(start + depth) }
        unsafeMutableAddress { unsafe start + depth }
    }

    /// The container at `level`, from 0 for the outermost to `depth - 1`.
    subscript(level: Int) -> Frame {
        precondition(level >= 0 && level < depth, "no such level")
        return unsafe start[level + 1]
    }

    /// Whether no container may be opened any more.
    @inline(__always)
    var isFull: Bool { depth >= limit }

    /// Opens a container; only when not full.
    @inline(__always)
    mutating func push(node: Int, isDictionary: Bool) {
        precondition(depth < limit, "too deep")
        depth &+= 1
        unsafe start[depth] = Frame(
            node: node,
            keyNode: node,
            count: 0,
            isDictionary: isDictionary,
            expectsValue: false
        )
    }

    /// Closes the innermost container.
    @inline(__always)
    mutating func pop() { depth = max(0, depth &- 1) }
}
