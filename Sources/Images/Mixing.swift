/// Up to four pixels mixed into one, exactly.
///
/// Colour is weighted by alpha, so that a transparent pixel lends none of its colour; each channel is rounded once,
/// halves up, from the exact fraction. Whole numbers of 64 bits are enough: the weights add up to at most 2^30 for
/// sides up to 16,384, times 255 × 255, times 2.
struct PixelMix {
    private var red: UInt64 = 0
    private var green: UInt64 = 0
    private var blue: UInt64 = 0
    private var alpha: UInt64 = 0

    /// Adds `weight` parts of `pixel`.
    @inline(__always)
    mutating func add(_ pixel: UInt32, weight: UInt64) {
        let share = weight &* UInt64(pixel >> 24)
        alpha &+= share
        red &+= share &* UInt64(pixel & 255)
        green &+= share &* UInt64(pixel >> 8 & 255)
        blue &+= share &* UInt64(pixel >> 16 & 255)
    }

    /// The mixed pixel, when the weights added up to `total`.
    @inline(__always)
    func pixel(total: UInt64) -> UInt32 {
        let opacity = (2 &* alpha &+ total) / (2 &* total)
        guard opacity > 0 else { return 0 }
        let half = 2 &* alpha
        let red = (2 &* red &+ alpha) / half
        let green = (2 &* green &+ alpha) / half
        let blue = (2 &* blue &+ alpha) / half
        return UInt32(truncatingIfNeeded: red | green << 8 | blue << 16 | opacity << 24)
    }
}
