import Images
import Testing

/// Every kind of PNG becomes 8-bit RGBA by the rules of docs/stretching.md.
@Suite struct PNGDecoderTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let colourType: Int
        let depth: Int
        var testDescription: String { "colour type \(colourType), \(depth) bits" }
        var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 0 }
        var maximum: Int { 1 << depth - 1 }
    }

    static let kinds =
        [1, 2, 4, 8, 16].map { Kind(colourType: 0, depth: $0) } + [8, 16].map { Kind(colourType: 2, depth: $0) }
        + [1, 2, 4, 8].map { Kind(colourType: 3, depth: $0) } + [8, 16].map { Kind(colourType: 4, depth: $0) }
        + [8, 16].map { Kind(colourType: 6, depth: $0) }

    /// round(255 v / maximum), halves up.
    static func byte(_ value: Int, _ maximum: Int) -> UInt8 { UInt8((510 * value + maximum) / (2 * maximum)) }

    /// A picture with samples from all over the range; every one below 65,536 is met for 16 bits over many sizes.
    static func builder(_ kind: Kind, interlaced: Bool, width: Int = 19, height: Int = 13) -> PNGBuilder {
        PNGBuilder(
            width: width,
            height: height,
            colourType: kind.colourType,
            depth: kind.depth,
            interlaced: interlaced
        ) { x, y in
            (0..<kind.channels).map { channel in
                let number = (y * width + x) * 7919 + channel * 104_729
                return kind.depth == 16 && channel == 0 ? number % 65_536 : number % (kind.maximum + 1)
            }
        }
    }

    static func expected(_ kind: Kind, _ samples: [Int], key: [Int]?) -> [UInt8] {
        let bytes = samples.map { byte($0, kind.maximum) }
        let alpha: UInt8 = samples == key ? 0 : 255
        let pixel =
            switch kind.colourType {
            case 0: [bytes[0], bytes[0], bytes[0], alpha]
            case 2: [bytes[0], bytes[1], bytes[2], alpha]
            case 4: [bytes[0], bytes[0], bytes[0], bytes[1]]
            default: bytes
            }
        return pixel[3] == 0 ? [0, 0, 0, 0] : pixel
    }

    @Test(arguments: kinds.filter { $0.colourType != 3 }, [false, true])
    func `samples become bytes exactly`(kind: Kind, interlaced: Bool) throws {
        let builder = Self.builder(kind, interlaced: interlaced)
        let bitmap = try PNGDecoder.decode(builder.file)
        #expect([bitmap.width, bitmap.height] == [19, 13])
        for y in 0..<13 {
            for x in 0..<19 {
                #expect(bitmap.bytes(x, y) == Self.expected(kind, builder.samples(x, y), key: nil), "\(x), \(y)")
            }
        }
    }

    @Test(arguments: kinds.filter { [0, 2].contains($0.colourType) }, [false, true])
    func `a transparent colour is compared as stored`(kind: Kind, interlaced: Bool) throws {
        var builder = Self.builder(kind, interlaced: interlaced)
        let key = builder.samples(3, 2)
        builder.transparency = key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let bitmap = try PNGDecoder.decode(builder.file)
        #expect(bitmap.bytes(3, 2) == [0, 0, 0, 0])
        for y in 0..<13 {
            for x in 0..<19 {
                #expect(bitmap.bytes(x, y) == Self.expected(kind, builder.samples(x, y), key: key), "\(x), \(y)")
            }
        }
    }

    @Test func `sixteen bits that round to the same byte are still told apart`() throws {
        let kind = Kind(colourType: 0, depth: 16)
        var builder = Self.builder(kind, interlaced: false, width: 2, height: 1)
        builder.samples = { x, _ in [0x1234 + x] }
        builder.transparency = [0x12, 0x35]
        let bitmap = try PNGDecoder.decode(builder.file)
        #expect(bitmap.bytes(0, 0) == [18, 18, 18, 255])
        #expect(bitmap.bytes(1, 0) == [0, 0, 0, 0])
    }

    @Test func `all 65,536 samples round as v plus 128 by 257`() throws {
        var builder = Self.builder(Kind(colourType: 0, depth: 16), interlaced: false, width: 256, height: 256)
        builder.samples = { x, y in [y * 256 + x] }
        let bitmap = try PNGDecoder.decode(builder.file)
        let wrong = (0..<65_536).filter { Int(bitmap.rgba[$0 * 4]) != ($0 + 128) / 257 }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: kinds.filter { $0.colourType == 3 }, [false, true])
    func `palette entries without transparency are opaque`(kind: Kind, interlaced: Bool) throws {
        var builder = Self.builder(kind, interlaced: interlaced)
        let entries = kind.maximum + 1
        builder.palette = (0..<entries * 3).map { UInt8($0 * 37 % 256) }
        builder.transparency = [0, 77].prefix(entries - 1).map { $0 }
        let bitmap = try PNGDecoder.decode(builder.file)
        for y in 0..<13 {
            for x in 0..<19 {
                let number = builder.samples(x, y)[0]
                let alpha = number < builder.transparency.count ? builder.transparency[number] : 255
                let colour = alpha == 0 ? [0, 0, 0] : Array(builder.palette[number * 3..<number * 3 + 3])
                #expect(bitmap.bytes(x, y) == colour + [alpha], "\(x), \(y)")
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 3), (5, 5), (8, 8), (33, 2)])
    func `interlaced pictures of every small size`(width: Int, height: Int) throws {
        let kind = Kind(colourType: 6, depth: 8)
        let plain = Self.builder(kind, interlaced: false, width: width, height: height)
        let woven = Self.builder(kind, interlaced: true, width: width, height: height)
        #expect(try PNGDecoder.decode(plain.file) == PNGDecoder.decode(woven.file))
    }
}
