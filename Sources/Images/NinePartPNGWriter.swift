internal import Bytes

/// Writes stretched pictures whose middle only repeats straight as PNG files: no raster, no filter, no search.
///
/// Made once for a picture and its caps. A file then costs the area of the caps plus one step per 258 bytes of the rest.
struct NinePartPNGWriter: Sendable {
    let across: RepeatingAxis
    let down: RepeatingAxis
    private let colourType: UInt8
    let bytesPerPixel: Int
    /// PLTE and tRNS, complete.
    private let chunks: SharedBytes
    let tables: [LiteralTable]
    let rows: [ScanlineSums]

    /// Rows beyond this would need more than 64 bits for a sum that is reduced once.
    private static let maximumRows = 4096

    /// Nil where the rows are too many to prepare.
    init?(parts: NineParts) {
        guard parts.down.length <= Self.maximumRows else { return nil }
        let encoding = PixelEncoding(for: parts.bitmap)
        across = parts.across
        down = parts.down
        colourType = encoding.colourType
        bytesPerPixel = encoding.bytesPerPixel
        var chunks = OutputBuffer()
        encoding.appendChunks(to: &chunks)
        self.chunks = chunks.freeze()
        let lines = encoding.scanlines(of: parts.bitmap)
        let stride = 1 + parts.across.length * encoding.bytesPerPixel
        rows = (0..<parts.down.length).map { row in
            ScanlineSums(
                row: lines[row * stride..<(row + 1) * stride],
                across: parts.across,
                bytesPerPixel: encoding.bytesPerPixel
            )
        }
        tables = Self.tables(parts: parts, encoding: encoding)
    }

    /// Sizes that a code is made for, in pixels: a bubble, a card, a page.
    private static let typicalSizes = [
        (width: 120, height: 80), (width: 300, height: 240), (width: 1200, height: 1200),
    ]

    private static func tables(parts: NineParts, encoding: PixelEncoding) -> [LiteralTable] {
        let stream = ReferenceStream(parts: parts, encoding: encoding)
        let tokens = ScanlineParser.tokens(of: stream)
        let fixedBytes = stream.fixedBytes
        return typicalSizes.map { size in
            let width = max(size.width, parts.across.length + 8)
            let height = max(size.height, parts.down.length + 8)
            return LiteralTable(
                tokens: tokens,
                fixedBytes: fixedBytes,
                wider: (width - parts.across.length) * encoding.bytesPerPixel,
                taller: (height - parts.down.length) * (1 + width * encoding.bytesPerPixel)
            )
        }
    }

    /// Whether this way can draw `width` × `height` pixels.
    func canWrite(width: Int, height: Int) -> Bool {
        let stride = 1 + width * bytesPerPixel
        let wider = (width - across.length) * bytesPerPixel
        // A match is at least three bytes long and reaches back at most 32,768.
        return (wider == 0 || wider >= 3) && height >= down.length && stride >= 3
            && stride * down.tile <= DeflateCodes.furthestDistance
            && across.tile * bytesPerPixel <= DeflateCodes.furthestDistance
    }

    /// Appends the picture of `width` × `height` pixels to `output`; false, and nothing, if this way can't draw it.
    func write(width: Int, height: Int, into output: inout OutputBuffer) -> Bool {
        guard canWrite(width: width, height: height) else { return false }
        let stride = 1 + width * bytesPerPixel
        let wider = (width - across.length) * bytesPerPixel
        output.appendPNGHead(width: width, height: height, colourType: colourType)
        output.append(chunks.view)
        let start = output.count
        output.append(bigEndian: 0)
        output.append("IDAT")
        deflate(stride: stride, wider: wider, height: height, into: &output)
        output.append(bigEndian: checksum(width: width, height: height))
        output.finishChunk(at: start)
        output.appendChunk("IEND") { _ in }
        return true
    }
}
