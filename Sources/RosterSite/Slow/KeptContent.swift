internal import Bytes

/// Content that was made: kept for as long as somebody still sends it, and the newest, up to a number of bytes, longer.
struct KeptContent<Key: Hashable> {
    private struct Entry {
        /// There as long as anybody has it.
        weak var bytes: SharedBytes?
        /// What keeps it there; nil: only those who send it.
        var hold: SharedBytes?
    }

    private let limit: Int
    private var entries: [Key: Entry] = [:]
    /// What is held, the oldest first.
    private var held: [Key] = []
    private var heldBytes = 0

    /// Nothing kept yet; at most `bytes` bytes will be held.
    init(bytes: Int) {
        limit = bytes
    }

    /// The content of `key`, if it is still there.
    func find(_ key: Key) -> SharedBytes? { entries[key]?.bytes }

    /// Keeps `bytes`; longer than they are sent only if they take at most half of the room.
    mutating func keep(_ bytes: SharedBytes, for key: Key) {
        release { $0 == key }
        if entries.count > 2 * held.count + 64 { entries = entries.filter { $0.value.bytes != nil } }
        let isHeld = bytes.count <= limit / 2
        entries[key] = Entry(bytes: bytes, hold: isHeld ? bytes : nil)
        guard isHeld else { return }
        held.append(key)
        heldBytes += bytes.count
        while heldBytes > limit, let oldest = held.first { release { $0 == oldest } }
    }

    private mutating func release(_ isMeant: (Key) -> Bool) {
        guard let place = held.firstIndex(where: isMeant) else { return }
        let key = held.remove(at: place)
        heldBytes -= entries[key]?.hold?.count ?? 0
        entries[key]?.hold = nil
    }
}
