/// How large a PNG file may be before it is refused unread.
public struct PNGLimits: Sendable, Hashable {
    /// The file's length in bytes.
    public var fileBytes: Int
    /// The longest side in pixels.
    public var side: Int
    /// Width × height.
    public var pixels: Int
    /// Chunks in the file.
    public var chunks: Int

    /// 64 MiB, sides up to what can be stretched, 64 MiB of pixels, and chunks enough for a file of that size that is
    /// written 8 KiB at a time.
    public static let `default` = PNGLimits(
        fileBytes: 64 << 20,
        side: ResizableImage.maximumSide,
        pixels: 16 << 20,
        chunks: 10_000
    )

    /// Limits other than the defaults.
    public init(fileBytes: Int, side: Int, pixels: Int, chunks: Int) {
        self.fileBytes = fileBytes
        self.side = side
        self.pixels = pixels
        self.chunks = chunks
    }
}
