public import Bytes

/// A picture in memory: 8-bit RGBA, not premultiplied, rows from top to bottom without padding.
public struct Bitmap: Sendable, Equatable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Four bytes a pixel: red, green, blue, alpha.
    public let rgba: [UInt8]

    /// A picture of the bytes given, or nil unless there are `width` × `height` × 4 of them and both are at least 1.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, rgba.count.isMultiple(of: 4), rgba.count / 4 == pixels else {
            return nil
        }
        self.init(checkedWidth: width, height: height, rgba: rgba)
    }

    /// As above, for callers in this module whose sizes agree by construction.
    init(checkedWidth width: Int, height: Int, rgba: [UInt8]) {
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    /// The pixel at column `x`, row `y`, which must lie in the picture: traps otherwise.
    subscript(x: Int, y: Int) -> Pixel {
        let offset = (y * width + x) * 4
        return Pixel(red: rgba[offset], green: rgba[offset + 1], blue: rgba[offset + 2], alpha: rgba[offset + 3])
    }

    /// The bytes, made visible to what takes views.
    public func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        unsafe rgba.withUnsafeBytes { unsafe body(ByteView($0)) }
    }
}

/// One pixel: colour as stored, not multiplied by alpha.
struct Pixel: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8

    /// The four bytes in one number, red lowest.
    var packed: UInt32 {
        UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
    }

    init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    init(packed: UInt32) {
        red = UInt8(truncatingIfNeeded: packed)
        green = UInt8(truncatingIfNeeded: packed >> 8)
        blue = UInt8(truncatingIfNeeded: packed >> 16)
        alpha = UInt8(truncatingIfNeeded: packed >> 24)
    }
}
