/// Which source pixels feed one destination pixel of one axis: `first`, mixed with `second` by `weight` / `total`.
struct AxisTap: Sendable, Hashable {
    let first: Int32
    let second: Int32
    /// The share of `second`, of `total`; 0 means a copy of `first`.
    let weight: Int32
    let total: Int32

    static func copy(_ index: Int) -> AxisTap {
        let index = Int32(truncatingIfNeeded: index)
        return AxisTap(first: index, second: index, weight: 0, total: 1)
    }
}

/// The taps of a whole axis, one for each destination pixel.
struct AxisMap: Sendable {
    private(set) var taps: [AxisTap] = []

    /// Lengths are at most `ResizableImage.maximumSide` pixels, so that every number here fits in 32 bits.
    init(caps: AxisCaps, destination: Int) {
        taps.reserveCapacity(destination)
        if destination < caps.caps {
            appendSqueezed(caps, destination)
        } else {
            for index in 0..<caps.leading { taps.append(.copy(index)) }
            appendMiddle(caps, destination - caps.caps)
            for index in caps.length - caps.trailing..<caps.length { taps.append(.copy(index)) }
        }
    }

    /// The taps in the other order, as a mirror shows them.
    mutating func reverse() { taps.reverse() }

    /// What lies between the caps.
    private mutating func appendMiddle(_ caps: AxisCaps, _ count: Int) {
        switch (caps.interior, caps.mode) {
        case (0, _): appendSeam(caps, count)
        case (_, .tile): for index in 0..<count { taps.append(.copy(caps.leading + index % caps.interior)) }
        case (_, .stretch): appendLinear(from: caps.leading, caps.interior, to: count)
        }
    }

    /// The caps meet: every pixel between them is half the last of one and half the first of the other.
    private mutating func appendSeam(_ caps: AxisCaps, _ count: Int) {
        let before = Int32(max(caps.leading - 1, 0))
        let after = Int32(min(caps.leading, caps.length - 1))
        let tap = AxisTap(first: before, second: after, weight: before == after ? 0 : 1, total: before == after ? 1 : 2)
        for _ in 0..<count { taps.append(tap) }
    }

    /// Too small for its caps: the middle is gone, each cap shrinks by itself.
    private mutating func appendSqueezed(_ caps: AxisCaps, _ count: Int) {
        let leading = (2 * count * caps.leading + caps.caps) / (2 * caps.caps)
        appendLinear(from: 0, caps.leading, to: leading)
        appendLinear(from: caps.length - caps.trailing, caps.trailing, to: count - leading)
    }

    /// `count` source pixels from `start`, spread linearly over `target` pixels.
    private mutating func appendLinear(from start: Int, _ count: Int, to target: Int) {
        guard target > 0 else { return }
        if count == target {
            for index in start..<start + count { taps.append(.copy(index)) }
            return
        }
        let unit = 2 * target
        for index in 0..<target {
            let position = min(max((2 * index + 1) * count - target, 0), (count - 1) * unit)
            let (whole, part) = position.quotientAndRemainder(dividingBy: unit)
            guard part > 0 else {
                taps.append(.copy(start + whole))
                continue
            }
            let first = Int32(truncatingIfNeeded: start + whole)
            let second = Int32(truncatingIfNeeded: start + min(whole + 1, count - 1))
            taps.append(AxisTap(first: first, second: second, weight: Int32(part), total: Int32(unit)))
        }
    }
}
