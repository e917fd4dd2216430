internal import Bytes

/// Different texts one after another in one block, each with a number: what is written a thousand times is kept once.
///
/// Number 0 is the empty text. Costs the text and four bytes for each.
struct TextPool: Sendable {
    /// Stands for a text.
    typealias Number = UInt32

    /// All texts, nothing between them.
    let bytes: SharedBytes
    /// Where each begins, and where the last ends.
    let starts: [UInt32]

    /// How many texts there are, the empty one counted.
    var count: Int { starts.count - 1 }

    /// The text with that number; none for a number that is not in use. Valid while the pool is kept.
    subscript(number: Number) -> ByteView {
        let place = Int(number)
        guard place + 1 < starts.count else { return .empty }
        return bytes.view[Int(starts[place])..<Int(starts[place + 1])]
    }
}

/// Puts a pool together. Besides the pool it takes four bytes a text, and about eight for a table of their hashes.
struct TextPoolBuilder: ~Copyable {
    private var text: OutputBuffer
    private var starts: [UInt32] = [0, 0]
    private var hashes: [UInt32] = [0]
    /// Open-addressed: the numbers of texts; 0 is free, for the empty text needs no place.
    private var slots = [TextPool.Number](repeating: 0, count: 64)

    /// A pool of the empty text, with room for `capacity` bytes of others.
    init(capacity: Int = 1024) {
        text = OutputBuffer(capacity: capacity)
    }

    /// How many texts there are, the empty one counted.
    var count: Int { starts.count - 1 }

    /// The text with that number. Valid until the next one is added.
    subscript(number: TextPool.Number) -> ByteView {
        let place = Int(number)
        guard place + 1 < starts.count else { return .empty }
        return text.view[Int(starts[place])..<Int(starts[place + 1])]
    }

    /// The number of `wanted`, which is added if it is new; 0 when the pool holds 4 GiB.
    mutating func number(of wanted: ByteView) -> TextPool.Number {
        guard !wanted.isEmpty else { return 0 }
        let whole = StableHash.of(wanted)
        let hash = UInt32(truncatingIfNeeded: whole ^ (whole >> 32))
        let slot = slot(of: wanted, hash: hash)
        if slots[slot] > 0 { return slots[slot] }
        guard wanted.count <= Int(UInt32.max) - text.count else { return 0 }
        let number = TextPool.Number(truncatingIfNeeded: count)
        text.append(wanted)
        starts.append(UInt32(truncatingIfNeeded: text.count))
        hashes.append(hash)
        slots[slot] = number
        if count * 4 > slots.count * 3 { grow() }
        return number
    }

    /// The pool for good.
    consuming func finish() -> TextPool { TextPool(bytes: text.freeze(), starts: starts) }

    /// Where `wanted` is, or where it would be put.
    private func slot(of wanted: ByteView, hash: UInt32) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let number = slots[slot]
            if hashes[Int(number)] == hash, self[number] == wanted { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = [TextPool.Number](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for number in 1..<count {
            var slot = Int(hashes[number]) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = TextPool.Number(truncatingIfNeeded: number)
        }
    }
}
