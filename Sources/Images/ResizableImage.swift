public import Bytes

/// A picture with caps, ready to be drawn at any size, as UIKit draws a resizable `UIImage`.
public final class ResizableImage: Sendable {
    /// The longest side of a source or a result, in pixels: up to here 64-bit whole numbers mix exactly.
    public static let maximumSide = 16_384
    /// The largest result, in pixels: 128 MiB while it is drawn.
    public static let maximumPixels = 32 * 1024 * 1024

    /// The picture as it was read.
    public let source: Bitmap
    /// Pixels in a point: 1, 2 or 3.
    public let scale: Int
    /// What keeps its size.
    public let caps: CapInsets

    private let horizontal: AxisCaps
    private let vertical: AxisCaps
    /// The fast ways, as it is and mirrored, for pictures whose middle only repeats.
    private let plain: NinePartPNGWriter?
    private let mirrored: NinePartPNGWriter?

    /// Checks the caps against the picture. Throws `.caps`, or `.size` if the scale is not 1, 2 or 3.
    public init(bitmap: Bitmap, scale: Int, caps: CapInsets) throws(ImageError) {
        guard 1...3 ~= scale else { throw .size("scale \(scale) is not 1, 2 or 3") }
        guard max(bitmap.width, bitmap.height) <= Self.maximumSide else {
            let side = max(bitmap.width, bitmap.height)
            throw .tooLarge(what: "the longest side of the image", value: side, limit: Self.maximumSide)
        }
        source = bitmap
        self.scale = scale
        self.caps = caps
        (horizontal, vertical) = try caps.axes(width: bitmap.width, height: bitmap.height, scale: scale)
        let parts = NineParts(source: bitmap, horizontal: horizontal, vertical: vertical)
        plain = parts.flatMap { NinePartPNGWriter(parts: $0) }
        mirrored = parts?.mirrored.flatMap { NinePartPNGWriter(parts: $0) }
    }

    /// The picture at `width` × `height` points, drawn in full.
    ///
    /// `mirrored` reverses every row, as for a page that is read from right to left. Throws `.size`.
    public func bitmap(width: Int, height: Int, mirrored: Bool = false) throws(ImageError) -> Bitmap {
        let (columns, rows) = try pixels(width: width, height: height)
        return drawn(columns: columns, rows: rows, mirrored: mirrored)
    }

    /// Appends the picture at `width` × `height` points to `output` as a PNG file. Throws `.size`, and then appends
    /// nothing.
    public func png(
        width: Int,
        height: Int,
        mirrored: Bool = false,
        into output: inout OutputBuffer
    ) throws(ImageError) {
        let (columns, rows) = try pixels(width: width, height: height)
        if let fast = nineParts(mirrored: mirrored), fast.write(width: columns, height: rows, into: &output) { return }
        PNGWriter.write(drawn(columns: columns, rows: rows, mirrored: mirrored), into: &output)
    }

    /// How many pixels `png` draws one by one for this size: none where the middle only repeats, none where it throws.
    public func drawnPixels(width: Int, height: Int, mirrored: Bool = false) -> Int {
        guard let (columns, rows) = try? pixels(width: width, height: height) else { return 0 }
        let isFast = nineParts(mirrored: mirrored)?.canWrite(width: columns, height: rows) ?? false
        return isFast ? 0 : columns * rows
    }

    /// The fast way, where there is one.
    func nineParts(mirrored: Bool) -> NinePartPNGWriter? { mirrored ? self.mirrored : plain }

    private func drawn(columns: Int, rows: Int, mirrored: Bool) -> Bitmap {
        var across = AxisMap(caps: horizontal, destination: columns)
        let down = AxisMap(caps: vertical, destination: rows)
        if mirrored { across.reverse() }
        return Raster(source: source, columns: across.taps, rows: down.taps).draw()
    }

    /// The size in pixels, if it is within the limits.
    private func pixels(width: Int, height: Int) throws(ImageError) -> (columns: Int, rows: Int) {
        let longest = Self.maximumSide / scale
        guard 1...longest ~= width else { throw .size("width \(width) is not a whole number from 1 to \(longest)") }
        guard 1...longest ~= height else { throw .size("height \(height) is not a whole number from 1 to \(longest)") }
        let (columns, rows) = (width * scale, height * scale)
        guard columns * rows <= Self.maximumPixels else {
            throw .size("\(columns) × \(rows) pixels are more than the limit of \(Self.maximumPixels)")
        }
        return (columns, rows)
    }
}
