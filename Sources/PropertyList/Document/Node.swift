/// One value or key of a document in sixteen bytes.
///
/// Nodes lie in document order: an array is followed by all that it holds, a dictionary by key, value, key, value.
struct Node {
    /// XML: where the `>` or `/>` of its start tag is, which says where it stands. Binary: containers, which of the
    /// reader's spans. A redirected key: the node of its value.
    var offset: UInt32
    /// What it is, and flags.
    var shape: Shape
    /// Text, data: offset and count. Containers: how many members, and how many nodes with all that they hold.
    /// Redirect: which node. Numbers: their bits.
    var payload: UInt64

    init(offset: UInt32, shape: Shape, payload: UInt64 = 0) {
        self.offset = offset
        self.shape = shape
        self.payload = payload
    }

    /// Two counts in one payload.
    static func pack(_ low: UInt32, _ high: UInt32) -> UInt64 { UInt64(low) | UInt64(high) << 32 }

    /// The first of two counts: offset, members or target.
    var low: UInt32 { UInt32(truncatingIfNeeded: payload) }

    /// The second of two counts: length or extent.
    var high: UInt32 { UInt32(truncatingIfNeeded: payload >> 32) }

    /// How many nodes this one and all that it holds take: at least one.
    @inline(__always)
    var extent: UInt32 { shape.isContainer ? max(1, high) : 1 }
}

extension Node {
    /// The kind of a node in the low four bits, flags above.
    struct Shape: Equatable {
        var bits: UInt32

        static let string = Shape(bits: 0)
        static let integer = Shape(bits: 1)
        static let real = Shape(bits: 2)
        static let boolean = Shape(bits: 3)
        static let date = Shape(bits: 4)
        static let data = Shape(bits: 5)
        static let array = Shape(bits: 6)
        static let dictionary = Shape(bits: 7)
        static let uid = Shape(bits: 8)
        static let key = Shape(bits: 9)
        /// Stands for another node: a container of a binary file that was already read.
        static let redirect = Shape(bits: 10)

        /// The bytes lie in the arena, not in the source.
        static let inArena: UInt32 = 1 << 4
        /// The integer is above `Int64.max`.
        static let isUnsigned: UInt32 = 1 << 5
        /// The key came before: this entry is not counted.
        static let isShadowed: UInt32 = 1 << 6
        /// The key comes again: its value is not the next node.
        static let isRedirected: UInt32 = 1 << 7

        var base: Shape { Shape(bits: bits & 15) }
        var isContainer: Bool {
            let base = base
            return base == .array || base == .dictionary
        }
        func has(_ flag: UInt32) -> Bool { bits & flag != 0 }
        func adding(_ flag: UInt32) -> Shape { Shape(bits: bits | flag) }
    }
}
