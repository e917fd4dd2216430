internal import Bytes

/// Gives each section of a page a key of its own: the first one who wants a key gets it, the next `-2`, and so on.
///
/// An open-addressed table of places in the page's text: sixteen bytes a key while a page is read, nothing after.
struct KeyMaker {
    private struct Slot {
        var key = ByteRange.empty
        /// Enough of the key's hash to pass over most others without looking at their bytes.
        var hash: UInt32 = 0
        /// How often the key was asked for: where the search for a free number goes on.
        var uses: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var used = 0

    /// Puts `wanted`, or the first of `wanted-2`, `wanted-3` … that is free, into `text` and returns its place.
    ///
    /// `all` and `none` are never free. `wanted` must be spelled as `KeyRules` says.
    mutating func claim(_ wanted: ByteView, in text: inout ByteArena) -> ByteRange {
        let slot = place(of: wanted, in: text)
        let isFree = slots[slot].uses == 0
        if isFree, !KeyRules.isReserved(wanted) { return insert(wanted, in: &text) }
        return claimNumbered(wanted, from: max(2, Int(slots[slot].uses) + 1), in: &text)
    }

    /// Whether `key` was given away.
    func isTaken(_ key: ByteView, in text: borrowing ByteArena) -> Bool {
        slots[place(of: key, in: text)].uses > 0
    }

    private mutating func claimNumbered(_ wanted: ByteView, from first: Int, in text: inout ByteArena) -> ByteRange {
        var number = first
        var candidate = OutputBuffer(capacity: 32)
        while true {
            var digits = OutputBuffer(capacity: 24)
            digits.append(UInt8(ascii: "-"))
            digits.append(decimal: number)
            candidate.removeAll()
            candidate.append(wanted.prefix(KeyRules.longest - digits.count))
            candidate.dropTrailingHyphens()
            candidate.append(digits.view)
            if !isTaken(candidate.view, in: text) { break }
            number += 1
        }
        let slot = place(of: wanted, in: text)
        if slots[slot].uses > 0 { slots[slot].uses = UInt32(clamping: number) }
        return insert(candidate.view, in: &text)
    }

    private mutating func insert(_ key: ByteView, in text: inout ByteArena) -> ByteRange {
        if (used + 1) * 4 > slots.count * 3 { grow() }
        let slot = place(of: key, in: text)
        let range = text.add(key)
        slots[slot] = Slot(key: range, hash: Self.hash(key), uses: 1)
        used += 1
        return range
    }

    /// Where `key` is, or where it would be put.
    private func place(of key: ByteView, in text: borrowing ByteArena) -> Int {
        let hash = Self.hash(key)
        let mask = slots.count - 1
        var index = Int(hash) & mask
        while slots[index].uses > 0 {
            if slots[index].hash == hash, text[slots[index].key] == key { break }
            index = (index + 1) & mask
        }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.uses > 0 {
            var index = Int(slot.hash) & mask
            while slots[index].uses > 0 { index = (index + 1) & mask }
            slots[index] = slot
        }
    }

    private static func hash(_ key: ByteView) -> UInt32 {
        let hash = StableHash.of(key)
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}
