internal import Bytes

/// Content that was made: kept for as long as somebody still sends it, and the newest, up to a number of bytes, longer.
struct KeptContent<Key: Hashable> {
    private struct Entry {
        /// There as long as anybody has it.
        weak var bytes: SharedBytes?
        /// What keeps it there; nil: only those who send it.
        var hold: SharedBytes?
        /// Its number among all that were ever kept.
        var number: Int
    }

    /// What an entry takes besides its content, about.
    private static var overhead: Int { 512 }

    private let limit: Int
    private var entries: [Key: Entry] = [:]
    /// What is held, the oldest first, from `oldest` on; an entry of another number has taken the place of that one.
    private var held: [(key: Key, number: Int)] = []
    private var oldest = 0
    private var heldBytes = 0
    private var number = 0

    /// Nothing kept yet; at most `bytes` bytes will be held.
    init(bytes: Int) {
        limit = bytes
    }

    /// The content of `key`, if it is still there.
    func find(_ key: Key) -> SharedBytes? { entries[key]?.bytes }

    /// Keeps `bytes`; longer than they are sent only if they take at most half of the room.
    mutating func keep(_ bytes: SharedBytes, for key: Key) {
        release(key)
        removeDead()
        let size = bytes.count + Self.overhead
        let isHeld = size <= limit / 2
        number += 1
        entries[key] = Entry(bytes: bytes, hold: isHeld ? bytes : nil, number: number)
        guard isHeld else { return }
        held.append((key, number))
        heldBytes += size
        while heldBytes > limit, oldest < held.count { releaseOldest() }
    }

    private mutating func release(_ key: Key) {
        guard let hold = entries[key]?.hold else { return }
        heldBytes -= hold.count + Self.overhead
        entries[key]?.hold = nil
    }

    private mutating func releaseOldest() {
        let (key, number) = held[oldest]
        if entries[key]?.number == number { release(key) }
        oldest += 1
        guard oldest > held.count / 2 else { return }
        held.removeFirst(oldest)
        oldest = 0
    }

    /// Forgets what nobody has any more, once there may be much of it.
    private mutating func removeDead() {
        guard entries.count > 2 * (held.count - oldest) + 64 else { return }
        entries = entries.filter { $0.value.bytes != nil }
    }
}
