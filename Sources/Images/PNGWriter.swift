public import Bytes
internal import CDeflate

/// Writes PNG files from pixels: the smallest exact colour type in whole bytes, compressed by libdeflate.
public enum PNGWriter {
    /// Up to this many pixels, rows are compressed with and without filters and the smaller file is kept. A larger
    /// picture is written in a hurry: a guess at each row's filter, and libdeflate's fastest level.
    static let carefulPixels = 1 << 16

    /// Appends `bitmap` to `output` as a PNG file.
    public static func write(_ bitmap: Bitmap, into output: inout OutputBuffer) {
        let encoding = PixelEncoding(for: bitmap)
        output.appendPNGHead(width: bitmap.width, height: bitmap.height, colourType: encoding.colourType)
        encoding.appendChunks(to: &output)
        let start = output.count
        let lines = encoding.scanlines(of: bitmap)
        let isCareful = bitmap.width * bitmap.height <= carefulPixels
        // Numbers of palette entries are no quantities: differences between them say nothing.
        guard encoding.bytesPerPixel > 1 else {
            append(lines, level: isCareful ? 6 : 1, to: &output)
            return
        }
        let stride = 1 + bitmap.width * encoding.bytesPerPixel
        guard isCareful else {
            let quick = QuickFilter(lines: lines, stride: stride, bytesPerPixel: encoding.bytesPerPixel)
            append(quick.filtered(), level: 1, to: &output)
            return
        }
        append(
            ScanlineFilter.filtered(lines, stride: stride, bytesPerPixel: encoding.bytesPerPixel),
            level: 6,
            to: &output
        )
        let filtered = output.count
        append(lines, level: 6, to: &output)
        keepSmaller(from: start, second: filtered, in: &output)
    }

    /// Pixels and end.
    private static func append(_ lines: [UInt8], level: Int32, to output: inout OutputBuffer) {
        output.appendChunk("IDAT") { output in deflate(lines, level: level, into: &output) }
        output.appendChunk("IEND") { _ in }
    }

    /// Of what stands between `start` and `second` and what stands behind, keeps the shorter.
    private static func keepSmaller(from start: Int, second: Int, in output: inout OutputBuffer) {
        let length = output.count - second
        if length < second - start {
            output.replace(at: start, with: output.view.dropFirst(second))
            output.truncate(to: start + length)
        } else {
            output.truncate(to: second)
        }
    }

    private static func deflate(_ bytes: [UInt8], level: Int32, into output: inout OutputBuffer) {
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return }
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
