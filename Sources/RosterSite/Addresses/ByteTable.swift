internal import Bytes

/// Finds numbers by bytes that lie elsewhere: an open-addressed table that stores no bytes and allocates on no lookup.
struct ByteTable: Sendable {
    private static let vacant = UInt32.max
    private var slots: [UInt32]
    private let mask: Int

    /// An empty table for at most `capacity` entries.
    init(capacity: Int) {
        var size = 8
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: Self.vacant, count: size)
        mask = size - 1
    }

    /// Files `value` under `name`, unless that name is there; `bytes` gives the name of a value filed before.
    mutating func insert(_ name: ByteView, _ value: UInt32, at bytes: (UInt32) -> ByteView) {
        let slot = slot(of: name, at: bytes)
        if slots[slot] == Self.vacant { slots[slot] = value }
    }

    /// The value filed under `name`; `bytes` gives the name of a value.
    func value(of name: ByteView, at bytes: (UInt32) -> ByteView) -> UInt32? {
        let value = slots[slot(of: name, at: bytes)]
        return value == Self.vacant ? nil : value
    }

    /// Where `name` stands or would stand. The table is at most half full, so there is always a vacant slot.
    private func slot(of name: ByteView, at bytes: (UInt32) -> ByteView) -> Int {
        var slot = name.hashValue & mask
        while slots[slot] != Self.vacant, bytes(slots[slot]) != name { slot = (slot + 1) & mask }
        return slot
    }
}
