/// One axis of a picture whose middle only repeats: a leading cap, one tile, a trailing cap, in pixels.
struct RepeatingAxis: Sendable, Hashable {
    let leading: Int
    /// How many pixels repeat; 1 where all are the same.
    let tile: Int
    let trailing: Int

    var length: Int { leading + tile + trailing }

    /// The same axis in a mirror; only a tile of one pixel looks the same from both ends.
    var reversed: RepeatingAxis? {
        tile == 1 ? RepeatingAxis(leading: trailing, tile: 1, trailing: leading) : nil
    }
}

/// A picture reduced to what is distinct: its caps and one tile of the middle on each axis.
struct NineParts: Sendable {
    let bitmap: Bitmap
    let across: RepeatingAxis
    let down: RepeatingAxis

    /// Preparing costs time and memory with this many pixels at most; a larger reduced picture is drawn the general way.
    static let maximumPixels = 64 * 1024

    /// Nil where an axis interpolates between different pixels, so that no two results have rows in common.
    init?(source: Bitmap, horizontal: AxisCaps, vertical: AxisCaps) {
        guard
            let across = Self.reduced(horizontal, uniform: { source.hasEqualColumns($0) }),
            let down = Self.reduced(vertical, uniform: { source.hasEqualRows($0) }),
            across.length * down.length <= Self.maximumPixels
        else { return nil }
        // At exactly this size the general rules give each part once, a seam between caps that meet included.
        let columns = AxisMap(caps: horizontal, destination: across.length)
        let rows = AxisMap(caps: vertical, destination: down.length)
        bitmap = Raster(source: source, columns: columns.taps, rows: rows.taps).draw()
        self.across = across
        self.down = down
    }

    private init(bitmap: Bitmap, across: RepeatingAxis, down: RepeatingAxis) {
        self.bitmap = bitmap
        self.across = across
        self.down = down
    }

    /// The parts of the mirrored picture, or nil if tiles would be cut at their other end.
    var mirrored: NineParts? {
        guard let across = across.reversed else { return nil }
        let columns = (0..<bitmap.width).reversed().map { AxisTap.copy($0) }
        let rows = (0..<bitmap.height).map { AxisTap.copy($0) }
        let mirror = Raster(source: bitmap, columns: columns, rows: rows).draw()
        return NineParts(bitmap: mirror, across: across, down: down)
    }

    private static func reduced(_ caps: AxisCaps, uniform: (Range<Int>) -> Bool) -> RepeatingAxis? {
        let interior = caps.leading..<caps.leading + caps.interior
        if interior.count <= 1 || uniform(interior) {
            return RepeatingAxis(leading: caps.leading, tile: 1, trailing: caps.trailing)
        }
        guard caps.mode == .tile else { return nil }
        return RepeatingAxis(leading: caps.leading, tile: caps.interior, trailing: caps.trailing)
    }
}

extension Bitmap {
    /// Whether the columns of `range` all show the same.
    func hasEqualColumns(_ range: Range<Int>) -> Bool {
        withPixels { pixels in
            (0..<height).allSatisfy { row in
                let line = row * width
                return range.allSatisfy { pixels[line + $0] == pixels[line + range.lowerBound] }
            }
        }
    }

    /// Whether the rows of `range` all show the same.
    func hasEqualRows(_ range: Range<Int>) -> Bool {
        withPixels { pixels in
            let first = range.lowerBound * width
            return range.allSatisfy { row in
                (0..<width).allSatisfy { pixels[row * width + $0] == pixels[first + $0] }
            }
        }
    }
}
