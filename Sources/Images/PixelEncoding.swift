internal import Bytes

/// How a picture's pixels are written in a PNG file: the smallest exact way with whole bytes.
enum PixelEncoding: Sendable {
    case palette(Palette)
    case rgb
    case rgba

    init(for bitmap: Bitmap) {
        if let palette = Palette(of: bitmap) {
            self = .palette(palette)
        } else {
            let opaque = bitmap.withPixels { pixels in pixels.indices.allSatisfy { pixels[$0] >> 24 == 255 } }
            self = opaque ? .rgb : .rgba
        }
    }

    /// The header's number for the colour type.
    var colourType: UInt8 {
        switch self {
        case .palette: 3
        case .rgb: 2
        case .rgba: 6
        }
    }

    var bytesPerPixel: Int {
        switch self {
        case .palette: 1
        case .rgb: 3
        case .rgba: 4
        }
    }

    /// The rows of `bitmap`, each behind a zero byte, the number of the filter that changes nothing.
    func scanlines(of bitmap: Bitmap) -> [UInt8] {
        var lines: [UInt8] = []
        var line: [UInt8] = []
        lines.reserveCapacity((bitmap.width * bytesPerPixel + 1) * bitmap.height)
        bitmap.withPixels { pixels in
            for row in 0..<bitmap.height {
                if !bitmap.repeatsRow(row) {
                    line.removeAll(keepingCapacity: true)
                    line.append(0)
                    append(pixels, row * bitmap.width..<(row + 1) * bitmap.width, to: &line)
                }
                lines += line
            }
        }
        return lines
    }

    private func append(_ pixels: Span<UInt32>, _ range: Range<Int>, to lines: inout [UInt8]) {
        switch self {
        case .palette(let palette):
            var (last, number) = (pixels[range.lowerBound], palette.index(of: pixels[range.lowerBound]))
            for index in range {
                if pixels[index] != last {
                    last = pixels[index]
                    number = palette.index(of: last)
                }
                lines.append(number)
            }
        case .rgb:
            for index in range {
                let pixel = pixels[index]
                lines.append(UInt8(truncatingIfNeeded: pixel))
                lines.append(UInt8(truncatingIfNeeded: pixel >> 8))
                lines.append(UInt8(truncatingIfNeeded: pixel >> 16))
            }
        case .rgba:
            unsafe pixels.extracting(range).withUnsafeBytes { unsafe lines.append(contentsOf: $0) }
        }
    }

    /// Appends what stands between header and pixels: the palette and its transparency, if there is one.
    func appendChunks(to output: inout OutputBuffer) {
        guard case .palette(let palette) = self else { return }
        output.appendChunk("PLTE") { output in
            for colour in palette.colours {
                output.append(UInt8(truncatingIfNeeded: colour))
                output.append(UInt8(truncatingIfNeeded: colour >> 8))
                output.append(UInt8(truncatingIfNeeded: colour >> 16))
            }
        }
        guard palette.translucent > 0 else { return }
        output.appendChunk("tRNS") { output in
            for colour in palette.colours.prefix(palette.translucent) {
                output.append(UInt8(truncatingIfNeeded: colour >> 24))
            }
        }
    }
}
