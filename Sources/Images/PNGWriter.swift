public import Bytes
internal import CDeflate

/// Writes PNG files from pixels: the smallest exact colour type, no filters.
public enum PNGWriter {
    /// Appends `bitmap` to `output` as a PNG file.
    public static func write(_ bitmap: Bitmap, into output: inout OutputBuffer) {
        let encoding = PixelEncoding(for: bitmap)
        output.appendPNGHead(width: bitmap.width, height: bitmap.height, colourType: encoding.colourType)
        encoding.appendChunks(to: &output)
        output.appendChunk("IDAT") { output in deflate(encoding.scanlines(of: bitmap), into: &output) }
        output.appendChunk("IEND") { _ in }
    }

    private static func deflate(_ bytes: [UInt8], into output: inout OutputBuffer) {
        guard let compressor = unsafe libdeflate_alloc_compressor(6) else { return }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        unsafe output.append(room: bound) { room in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe libdeflate_zlib_compress(
                    compressor,
                    bytes.baseAddress,
                    bytes.count,
                    room.baseAddress,
                    room.count
                )
            }
        }
    }
}
