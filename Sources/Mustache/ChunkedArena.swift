internal import Glibc

/// Memory handed out front to back from blocks that never move, and taken back all at once.
///
/// Costs an addition and a comparison per piece. `reset` keeps what was used, joined into one block, so that the same
/// work done again allocates nothing.
@safe
struct ChunkedArena: ~Copyable {
    @safe
    private struct Chunk {
        let start: UnsafeMutableRawPointer
        let capacity: Int
    }

    private var chunks: [Chunk] = []
    private var cursor: Int = 0
    private var end: Int = 0

    /// The first block: a page's own values, with room to spare.
    private static let firstChunk = 64 * 1024
    /// What `reset` keeps at most; a rare huge page does not pin its memory for good.
    private static let keptBytes = 8 * 1024 * 1024

    init() {}

    deinit {
        for chunk in chunks { unsafe free(chunk.start) }
    }

    /// Room for `size` bytes, not initialised, aligned to `alignment` (a power of two up to 16).
    mutating func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let aligned = (cursor &+ alignment &- 1) & ~(alignment &- 1)
        if aligned &+ size <= end, let chunk = chunks.last {
            cursor = aligned &+ size
            return unsafe chunk.start + aligned
        }
        return unsafe allocateInNewChunk(size)
    }

    private mutating func allocateInNewChunk(_ size: Int) -> UnsafeMutableRawPointer {
        let last = chunks.last?.capacity ?? Self.firstChunk / 2
        let capacity = max(last * 2, size)
        chunks.append(Self.chunk(capacity))
        cursor = size
        end = capacity
        return unsafe chunks[chunks.count - 1].start
    }

    /// A block of zeros, so that reading past the last text is defined. A large one comes from the system, which gives
    /// memory only where it is written to.
    private static func chunk(_ capacity: Int) -> Chunk {
        guard let start = unsafe calloc(1, capacity + Slot.slack) else {
            fatalError("out of memory: \(capacity) bytes of template values")
        }
        return unsafe Chunk(start: start, capacity: capacity)
    }

    /// How far the memory is handed out.
    struct Mark {
        fileprivate let chunks: Int
        fileprivate let cursor: Int
    }

    /// Where the next piece is handed out.
    var mark: Mark { Mark(chunks: chunks.count, cursor: cursor) }

    /// Takes back what was handed out since `mark`; whoever still points there must not look. A block that was added
    /// meanwhile stays and is used from its start.
    mutating func rewind(to mark: Mark) { cursor = mark.chunks == chunks.count ? mark.cursor : 0 }

    /// Takes everything back; whoever still points here must not look.
    mutating func reset() {
        cursor = 0
        let total = chunks.reduce(0) { $0 + $1.capacity }
        guard chunks.count > 1 || total > Self.keptBytes else { return }
        for chunk in chunks { unsafe free(chunk.start) }
        chunks.removeAll(keepingCapacity: true)
        end = min(total, Self.keptBytes)
        chunks.append(Self.chunk(end))
    }
}
