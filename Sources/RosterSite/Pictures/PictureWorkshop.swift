internal import Bytes
internal import CLinux
internal import HTTP
internal import Images
internal import Synchronization

/// Pictures with caps, prepared once and shared by all event loops, and what is drawn from them.
///
/// Preparing decodes a file and builds its code tables. Where the middle only repeats, a size is then written in
/// microseconds, on the event loop that asks; everything that takes longer is made by `maker`.
final class PictureWorkshop: Sendable {
    /// A file with its caps.
    private struct Key: Hashable {
        let file: UInt64
        let scale: Int
        let caps: CapInsets
    }

    /// Pixels that are decoded, or drawn one by one, while an event loop waits: a quarter of a millisecond.
    static let quickPixels = 4096
    /// Prepared pictures kept: a few kilobytes each.
    private static let limit = 128
    /// Decoded files kept, in pixels.
    private static let sourcePixels = 8 * 1024 * 1024
    /// Pixels that may wait to be drawn: eight of the largest pictures, about a second's work.
    static let waitingPixels = 8 * PictureSize.pixels
    /// Pictures that took long and are kept, in bytes.
    private static let keptBytes = 16 << 20

    private let prepared = Guarded<[Key: ResizableImage]>([:])
    private let sources = Guarded<[UInt64: Bitmap]>([:])
    private let drawn = Atomic<Int>(0)
    /// Draws what takes long.
    let maker: ContentMaker<PictureOrder.Key>

    /// A workshop that keeps what took long only if the site keeps answers at all.
    init(keepsContent: Bool) {
        // One core is left to the event loops.
        let threads = min(max(1, Int(clinux_processor_count()) - 1), 2)
        let kept = keepsContent ? Self.keptBytes : 0
        maker = ContentMaker(.init(threads: threads, waitingCost: Self.waitingPixels, keptBytes: kept))
    }

    /// How many pictures were drawn pixel by pixel.
    var drawnCount: Int { drawn.load(ordering: .relaxed) }

    /// The picture of `variant` with `caps`, made now if that is quick; nil: it takes long.
    ///
    /// Throws if the caps do not fit, or a file decoded now is no readable PNG.
    func quickImage(_ variant: ImageFile.Variant, caps: CapInsets) throws(ImageError) -> ResizableImage? {
        let key = Key(file: variant.hash, scale: variant.scale, caps: caps)
        if let kept = prepared.withLock({ $0[key] }) { return kept }
        if variant.pixels > 0 {
            try caps.check(width: variant.pixelWidth, height: variant.pixelHeight, scale: variant.scale)
        }
        return variant.pixels <= Self.quickPixels ? try image(variant, caps: caps) : nil
    }

    /// Whether `order` can be drawn while an event loop waits. Throws what drawing it would.
    func isQuick(_ order: PictureOrder) throws(ImageError) -> Bool {
        guard let image = try quickImage(order.variant, caps: order.key.caps) else { return false }
        return image.drawnPixels(order.key) <= Self.quickPixels
    }

    /// Appends the picture of `order` to `output`, however long it takes.
    func draw(_ order: PictureOrder, into output: inout OutputBuffer) throws(ImageError) {
        let key = order.key
        let image = try image(order.variant, caps: key.caps)
        if image.drawnPixels(key) > 0 { drawn.add(1, ordering: .relaxed) }
        try image.png(width: key.width, height: key.height, mirrored: key.isMirrored, into: &output)
    }

    /// What comes of `order`.
    func outcome(_ order: PictureOrder) -> PendingContent.Outcome {
        var output = OutputBuffer()
        do {
            try draw(order, into: &output)
            // A copy: the buffer may have twice the room.
            return .made(SharedBytes(output.view))
        } catch {
            return .refused(error.status, reason: "\(error)")
        }
    }

    private func image(_ variant: ImageFile.Variant, caps: CapInsets) throws(ImageError) -> ResizableImage {
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

extension ResizableImage {
    fileprivate func drawnPixels(_ key: PictureOrder.Key) -> Int {
        drawnPixels(width: key.width, height: key.height, mirrored: key.isMirrored)
    }
}

extension ImageError {
    /// The status of an answer that says so.
    var status: HTTPStatus {
        if case .size = self { .badRequest } else { .unprocessableContent }
    }
}
