/// PNG files of every kind, made in code: any colour type and depth, plain or interlaced, not compressed.
struct PNGBuilder {
    var width: Int
    var height: Int
    /// 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha.
    var colourType: Int
    var depth: Int
    var interlaced = false
    /// PLTE, three bytes an entry.
    var palette: [UInt8] = []
    /// tRNS, as it stands in the file.
    var transparency: [UInt8] = []
    /// The stored samples of a pixel.
    var samples: (_ x: Int, _ y: Int) -> [Int]

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The whole file.
    var file: [UInt8] {
        var bytes = Self.signature + Self.chunk("IHDR", header)
        if !palette.isEmpty { bytes += Self.chunk("PLTE", palette) }
        if !transparency.isEmpty { bytes += Self.chunk("tRNS", transparency) }
        return bytes + Self.chunk("IDAT", Self.zlib(scanlines)) + Self.chunk("IEND", [])
    }

    var header: [UInt8] {
        Self.bigEndian(width) + Self.bigEndian(height)
            + [UInt8(depth), UInt8(colourType), 0, 0, interlaced ? 1 : 0]
    }

    /// The rows of each pass behind filter 0. Adam7: where each pass begins and how far its pixels are apart.
    var scanlines: [UInt8] {
        let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        var bytes: [UInt8] = []
        for (left, top, across, down) in interlaced ? adam7 : [(0, 0, 1, 1)] where left < width && top < height {
            for y in stride(from: top, to: height, by: down) {
                bytes.append(0)
                bytes += packed(stride(from: left, to: width, by: across).flatMap { samples($0, y) })
            }
        }
        return bytes
    }

    /// Samples of the picture's depth, highest bits first, filled up to whole bytes.
    private func packed(_ samples: [Int]) -> [UInt8] {
        if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        var bytes = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
        for (index, sample) in samples.enumerated() {
            let bit = index * depth
            bytes[bit / 8] |= UInt8(sample << (8 - depth - bit % 8))
        }
        return bytes
    }

    /// A chunk with its length and checksum.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(crc32(body)))
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    /// A zlib stream of stored blocks.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return stream + bigEndian(Int(adler32(bytes)))
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return high << 16 | low
    }
}
