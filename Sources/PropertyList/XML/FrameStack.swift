/// The arrays and dictionaries that are open, outermost first; as deep as the limit and no deeper.
@safe
struct FrameStack: ~Copyable {
    struct Frame {
        /// The container's node.
        var node: Int
        /// The last key, in a dictionary.
        var keyNode: Int
        /// Items, or entries whose value has begun.
        var count: UInt32 = 0
        var isDictionary: Bool
        /// Whether two keys had the same hash: only then can a key have come twice.
        var mayRepeatKeys = false
        /// What may begin when a member is complete, and what may be a value.
        var members: ElementSet
        let values: ElementSet
        /// A bit for each hash that a key had.
        private var hashes: UInt64 = 0

        @inline(__always)
        init(node: Int, isDictionary: Bool, members: ElementSet, values: ElementSet) {
            self.node = node
            self.keyNode = node
            self.isDictionary = isDictionary
            self.members = members
            self.values = values
        }

        /// Notes a key by its hash, 0 to 63.
        @inline(__always)
        mutating func note(_ hash: UInt64) {
            let bit: UInt64 = 1 << hash
            if hashes & bit != 0 { mayRepeatKeys = true }
            hashes |= bit
        }
    }

    private let start: UnsafeMutablePointer<Frame>
    private let last: UnsafeMutablePointer<Frame>
    private var innermost: UnsafeMutablePointer<Frame>

    /// A stack whose lowest frame stands for the document, in which nothing may follow its one value.
    init(depth limit: Int) {
        unsafe start = .allocate(capacity: limit + 1)
        unsafe start.initialize(to: Frame(node: 0, isDictionary: false, members: .none, values: .values))
        unsafe last = unsafe start + limit
        unsafe innermost = unsafe start
    }

    deinit {
        unsafe start.deallocate()
    }

    var depth: Int { unsafe innermost - start }

    @inline(__always)
    var isEmpty: Bool { unsafe innermost == start }

    /// The innermost container; the document when none is open.
    @inline(__always)
    var top: Frame {
        unsafeAddress { unsafe UnsafePointer(innermost) }
        unsafeMutableAddress { unsafe innermost }
    }

    /// The container at `level`, from 0 for the outermost to `depth - 1`.
    subscript(level: Int) -> Frame {
        precondition(level >= 0 && level < depth, "no such level")
        return unsafe start[level + 1]
    }

    /// Whether no container may be opened any more.
    @inline(__always)
    var isFull: Bool { unsafe innermost >= last }

    /// Opens a container; only when not full.
    @inline(__always)
    mutating func push(node: Int, isDictionary: Bool) {
        precondition(!isFull, "too deep")
        unsafe innermost += 1
        let values: ElementSet = isFull ? .leaves : .values
        unsafe innermost.initialize(
            to: Frame(node: node, isDictionary: isDictionary, members: isDictionary ? .key : values, values: values)
        )
    }

    /// Closes the innermost container; only when there is one.
    @inline(__always)
    mutating func pop() {
        precondition(!isEmpty, "nothing is open")
        unsafe innermost -= 1
    }
}
