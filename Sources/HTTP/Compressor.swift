public import Bytes
internal import CBrotli
internal import CDeflate

/// Compresses with libdeflate, which needs no time to start: one object per event loop, kept.
@safe
public final class GzipCompressor {
    private let compressor: OpaquePointer?

    /// A compressor of this level, 1 (fast) … 12 (small). Takes about 1 MB from level 10 on, some 100 kB below.
    public init(level: Int32 = 6) {
        unsafe compressor = libdeflate_alloc_compressor(min(max(level, 1), 12))
    }

    deinit {
        unsafe libdeflate_free_compressor(compressor)
    }

    /// Appends the gzip form of `content`, the same bytes every time; false, with nothing appended, when memory is short.
    public func compress(_ content: ByteView, into output: inout OutputBuffer) -> Bool {
        guard let compressor = unsafe compressor else { return false }
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, content.count)
        let start = output.count
        unsafe output.append(room: bound) { room in
            unsafe libdeflate_gzip_compress(compressor, content.pointer, content.count, room.baseAddress, room.count)
        }
        return output.count > start
    }
}

@available(*, unavailable)
extension GzipCompressor: Sendable {}

/// Compresses with brotli at its highest quality: for what is made once, at start.
public enum BrotliCompressor {
    /// Appends the brotli form of `content`; false, with nothing appended, when it fails. Slow: some 100 ms per MB.
    public static func compress(_ content: ByteView, into output: inout OutputBuffer) -> Bool {
        let start = output.count
        let bound = BrotliEncoderMaxCompressedSize(content.count)
        guard bound > 0 else { return false }
        unsafe output.append(room: bound) { room in
            var size = room.count
            let isDone = unsafe BrotliEncoderCompress(
                BROTLI_MAX_QUALITY,
                BROTLI_DEFAULT_WINDOW,
                BROTLI_MODE_TEXT,
                content.count,
                content.pointer,
                &size,
                room.baseAddress?.assumingMemoryBound(to: UInt8.self),
            )
            return isDone == BROTLI_TRUE ? size : 0
        }
        return output.count > start
    }
}
