public import Bytes
internal import Glibc

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

    /// Calls `body` with one number a pixel, red in its lowest byte.
    func withPixels<Result>(_ body: (Span<UInt32>) -> Result) -> Result {
        // Array storage is aligned for 16-byte loads, and every supported machine is little-endian.
        unsafe rgba.withUnsafeBytes { bytes in
            unsafe bytes.withMemoryRebound(to: UInt32.self) { unsafe body($0.span) }
        }
    }

    /// Whether row `y`, one of the picture's, shows the same as the one above it.
    func repeatsRow(_ y: Int) -> Bool {
        guard y > 0 else { return false }
        let stride = width * 4
        return unsafe rgba.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            // Both rows lie inside: y is at least 1 and below the height.
            return unsafe memcmp(start + y * stride, start + (y - 1) * stride, stride) == 0
        }
    }

    /// The bytes, made visible to what takes views.
    public func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        unsafe rgba.withUnsafeBytes { unsafe body(ByteView($0)) }
    }
}
