internal import Bytes
internal import Images
internal import Synchronization

/// Pictures with caps, prepared once and shared by all event loops.
///
/// Preparing decodes a file and builds its code tables; drawing a size from it then takes microseconds, or is
/// paid for out of a budget. What is prepared is bounded in number: addresses may ask for any caps.
final class PictureWorkshop: Sendable {
    /// A file with its caps.
    private struct Key: Hashable {
        let file: UInt64
        let scale: Int
        let caps: CapInsets
    }

    /// Prepared pictures kept: a few kilobytes each.
    private static let limit = 128
    private let prepared = Mutex<[Key: ResizableImage]>([:])
    /// What may be drawn pixel by pixel.
    let budget = DrawingBudget()
    private let sources = Mutex<[UInt64: Bitmap]>([:])
    /// Decoded files kept, in pixels.
    private static let sourcePixels = 8 * 1024 * 1024

    /// The picture of `variant` with `caps`. Throws if the file is no readable PNG or the caps do not fit it.
    func image(_ variant: ImageFile.Variant, caps: CapInsets) throws(ImageError) -> ResizableImage {
        let key = Key(file: variant.hash, scale: variant.scale, caps: caps)
        if let kept = prepared.withLock({ $0[key] }) { return kept }
        let made = try ResizableImage(bitmap: source(variant), scale: variant.scale, caps: caps)
        prepared.withLock { kept in
            if kept.count >= Self.limit { kept.removeAll() }
            kept[key] = made
        }
        return made
    }

    private func source(_ variant: ImageFile.Variant) throws(ImageError) -> Bitmap {
        if let kept = sources.withLock({ $0[variant.hash] }) { return kept }
        let made = try PNGDecoder.decode(variant.bytes.view)
        sources.withLock { kept in
            let pixels = kept.values.reduce(0) { $0 + $1.width * $1.height }
            if pixels + made.width * made.height > Self.sourcePixels { kept.removeAll() }
            kept[variant.hash] = made
        }
        return made
    }
}
