/// The parts of a picture that keep their size when it is stretched, in points.
public enum CapInsets: Sendable, Hashable {
    /// What happens to the part between the caps.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// It is repeated from the left and from the top; the last one is cut.
        case tile
        /// It is widened by linear interpolation.
        case stretch
    }

    /// No caps: the whole picture stretches.
    case none
    /// As UIKit's `stretchableImageWithLeftCapWidth:topCapHeight:`: fractions are cut off, what stretches is one point
    /// behind each cap, the rest is the other cap. A cap of 0 leaves its axis without caps.
    case stretchable(left: Double, top: Double)
    /// As UIKit's `resizableImageWithCapInsets:resizingMode:`.
    case resizable(top: Double, left: Double, bottom: Double, right: Double, mode: Mode)
}

/// The caps of one axis, in pixels: `leading` + `interior` + `trailing` is the picture's length.
struct AxisCaps: Sendable, Hashable {
    let leading: Int
    let interior: Int
    let trailing: Int
    let mode: CapInsets.Mode

    var caps: Int { leading + trailing }
    var length: Int { leading + interior + trailing }

    /// No caps at all.
    static func stretchingAll(of length: Int) -> AxisCaps {
        AxisCaps(leading: 0, interior: length, trailing: 0, mode: .stretch)
    }

    /// The caps that a `stretchable` parameter means on an axis of `length` pixels at `scale`.
    init(stretchable cap: Double, length: Int, scale: Int, name: String) throws(ImageError) {
        guard cap.isFinite, abs(cap) <= AxisCaps.furthest else { throw .caps("\(name) cap \(cap) is not a length") }
        // The parameter is an integer in UIKit: 27.5 is 27, and so is what 0.5 × width gives.
        let points = Int(cap.rounded(.towardZero))
        guard points >= 0 else { throw .caps("\(name) cap \(points) is negative") }
        guard points > 0 else {
            self = .stretchingAll(of: length)
            return
        }
        let trailing = length - points * scale - scale
        guard trailing >= 0 else {
            throw .caps("\(name) cap \(points) leaves no point to stretch in an image of \(length) pixels at \(scale)x")
        }
        self.init(leading: points * scale, interior: scale, trailing: trailing, mode: .stretch)
    }

    /// The caps that two `resizable` insets mean on an axis of `length` pixels at `scale`.
    init(
        leading: Double,
        trailing: Double,
        mode: CapInsets.Mode,
        length: Int,
        scale: Int,
        names: (String, String)
    ) throws(ImageError) {
        let first = try AxisCaps.pixels(leading, scale: scale, name: names.0)
        let last = try AxisCaps.pixels(trailing, scale: scale, name: names.1)
        guard first + last <= length else {
            throw .caps("\(names.0) and \(names.1) insets are \(first + last) pixels together, the image has \(length)")
        }
        self.init(leading: first, interior: length - first - last, trailing: last, mode: mode)
    }

    init(leading: Int, interior: Int, trailing: Int, mode: CapInsets.Mode) {
        self.leading = leading
        self.interior = interior
        self.trailing = trailing
        self.mode = mode
    }

    /// The same axis seen in a mirror.
    var reversed: AxisCaps { AxisCaps(leading: trailing, interior: interior, trailing: leading, mode: mode) }

    /// Longer caps than this are refused before they are made a whole number.
    private static let furthest = 1e6

    /// `inset` points in pixels, halves up.
    private static func pixels(_ inset: Double, scale: Int, name: String) throws(ImageError) -> Int {
        guard inset.isFinite, inset <= furthest else { throw .caps("\(name) inset \(inset) is not a length") }
        guard inset >= 0 else { throw .caps("\(name) inset \(inset) is negative") }
        return Int((inset * Double(scale)).rounded(.toNearestOrAwayFromZero))
    }
}
