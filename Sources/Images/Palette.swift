/// The exact colours of a picture, if there are at most 256: translucent ones first, so that `tRNS` is short.
struct Palette: Sendable {
    /// The colours in the order of the file, red in the lowest byte.
    let colours: [UInt32]
    /// How many of them, from the first, are not opaque.
    let translucent: Int

    private let slots: ColourSlots

    /// The palette of `bitmap`, or nil if 256 entries do not hold it.
    init?(of bitmap: Bitmap) {
        var found = ColourSlots()
        let fits = bitmap.withPixels { pixels in
            var last: UInt32?
            for row in 0..<bitmap.height where !bitmap.repeatsRow(row) {
                for index in row * bitmap.width..<(row + 1) * bitmap.width where pixels[index] != last {
                    last = pixels[index]
                    guard found.insert(pixels[index]) else { return false }
                }
            }
            return true
        }
        guard fits else { return nil }
        let clear = found.colours.filter { $0 >> 24 < 255 }
        colours = clear + found.colours.filter { $0 >> 24 == 255 }
        translucent = clear.count
        slots = ColourSlots(colours)
    }

    /// The number of `colour`, which must be one of the palette's.
    func index(of colour: UInt32) -> UInt8 { slots.index(of: colour) }
}

/// A small open hash table from colours to numbers in the order they came.
private struct ColourSlots: Sendable {
    private(set) var colours: [UInt32] = []
    /// Number + 1 of the colour in each slot; 0 is free. Four times as many slots as colours keep probes short.
    private var numbers = [UInt16](repeating: 0, count: 1024)

    init() {}

    init(_ colours: [UInt32]) {
        for colour in colours { _ = insert(colour) }
    }

    /// Adds `colour` unless it is there; false if it would be the 257th.
    mutating func insert(_ colour: UInt32) -> Bool {
        let slot = self.slot(of: colour)
        guard numbers[slot] == 0 else { return true }
        guard colours.count < 256 else { return false }
        colours.append(colour)
        numbers[slot] = UInt16(truncatingIfNeeded: colours.count)
        return true
    }

    /// The number of a colour that is there.
    func index(of colour: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: numbers[slot(of: colour)] &- 1) }

    /// The slot that holds `colour`, or the free one where it belongs; one is always free.
    private func slot(of colour: UInt32) -> Int {
        // Fibonacci hashing: 2^32 divided by the golden ratio spreads neighbouring colours.
        var slot = Int((colour &* 2_654_435_769) >> 22)
        while numbers[slot] != 0, colours[Int(numbers[slot]) - 1] != colour { slot = (slot + 1) & 1023 }
        return slot
    }
}
