import Images
import Testing

/// Damaged and hostile files are refused with a reason; none traps, none shows other pixels than the whole file.
@Suite struct HostilePNGTests {
    /// Small files of several kinds.
    static var files: [[UInt8]] {
        let kinds: [(PNGDecoderTests.Kind, Bool)] = [
            (.init(colourType: 6, depth: 8), false), (.init(colourType: 0, depth: 16), true),
            (.init(colourType: 3, depth: 2), false), (.init(colourType: 2, depth: 8), false),
        ]
        return kinds.map { kind, interlaced in
            var builder = PNGDecoderTests.builder(kind, interlaced: interlaced, width: 3, height: 2)
            if kind.colourType == 3 { (builder.palette, builder.transparency) = ((0..<12).map { $0 * 20 }, [0, 128]) }
            if kind.colourType == 2 { builder.transparency = [0, 1, 0, 2, 0, 3] }
            return builder.file
        }
    }

    @Test(arguments: files) func `every prefix is refused`(file: [UInt8]) throws {
        #expect(throws: Never.self) { try PNGDecoder.decode(file) }
        for length in 0..<file.count {
            #expect(throws: ImageError.self, "\(length) bytes") { try PNGDecoder.decode(Array(file.prefix(length))) }
        }
    }

    @Test(arguments: files) func `every changed byte is refused or changes nothing`(file: [UInt8]) throws {
        let whole = try PNGDecoder.decode(file)
        var refused = 0
        for place in file.indices {
            for change in 1...255 {
                var changed = file
                changed[place] ^= UInt8(change)
                do {
                    #expect(try PNGDecoder.decode(changed) == whole, "byte \(place) ^ \(change)")
                } catch is ImageError {
                    refused += 1
                }
            }
        }
        #expect(refused == file.count * 255, "checksums cover every byte")
    }

    /// Changes whose chunk checksums are right again, as an attacker would make them.
    @Test(arguments: files) func `changes behind right checksums never trap`(file: [UInt8]) throws {
        var outcomes: Set<Bool> = []
        for place in 8..<file.count {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8] {
                var changed = file
                changed[place] ^= change
                do {
                    let bitmap = try PNGDecoder.decode(Self.withChecksums(changed))
                    #expect(bitmap.rgba.count == bitmap.width * bitmap.height * 4)
                    outcomes.insert(true)
                } catch is ImageError {
                    outcomes.insert(false)
                }
            }
        }
        #expect(outcomes.contains(false))
    }

    /// The file with every chunk's checksum computed anew, as far as chunks can be followed.
    static func withChecksums(_ file: [UInt8]) -> [UInt8] {
        var (file, place) = (file, 8)
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.count - place - 12 else { break }
            let end = place + 8 + length
            file.replaceSubrange(
                end..<end + 4,
                with: PNGBuilder.bigEndian(Int(PNGBuilder.crc32(Array(file[place + 4..<end]))))
            )
            place = end + 4
        }
        return file
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        let says: String
        var testDescription: String { name }
    }

    static func header(_ width: Int, _ height: Int, depth: UInt8 = 8, type: UInt8 = 6) -> [UInt8] {
        PNGBuilder.chunk("IHDR", PNGBuilder.bigEndian(width) + PNGBuilder.bigEndian(height) + [depth, type, 0, 0, 0])
    }

    static func file(_ chunks: [UInt8]...) -> [UInt8] { PNGBuilder.signature + chunks.flatMap { $0 } }

    static let end = PNGBuilder.chunk("IEND", [])
    static func pixels(_ bytes: [UInt8]) -> [UInt8] { PNGBuilder.chunk("IDAT", PNGBuilder.zlib(bytes)) }

    static let refusals: [Refusal] = [
        .init(name: "nothing", file: [], says: "not a PNG file"),
        .init(name: "a JPEG", file: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 74, 70, 73, 70], says: "not a PNG file"),
        .init(name: "no header", file: file(pixels([0]), end), says: "first chunk is not a header"),
        .init(name: "no width", file: file(header(0, 1), pixels([0]), end), says: "0 × 1 pixels"),
        .init(name: "too wide", file: file(header(16_385, 1), end), says: "16385, more than the limit of 16384"),
        .init(name: "too large", file: file(header(16_384, 1025), end), says: "more than the limit of 16777216"),
        .init(name: "2^31 wide", file: file(header(2_147_483_648, 1), end), says: "more than the limit of 16384"),
        .init(name: "no pixels", file: file(header(1, 1), end), says: "IDAT"),
        .init(
            name: "too few rows",
            file: file(header(1, 2), pixels([0, 1, 2, 3, 4]), end),
            says: "Not enough image data"
        ),
        .init(
            name: "too many rows",
            file: file(header(1, 1), pixels([UInt8](repeating: 0, count: 10)), end),
            says: "Too much"
        ),
        .init(name: "an unknown filter", file: file(header(1, 1), pixels([9, 1, 2, 3, 4]), end), says: "filter"),
        .init(name: "depth 5", file: file(header(1, 1, depth: 5), pixels([0, 1]), end), says: "IHDR"),
        .init(name: "no palette", file: file(header(1, 1, type: 3), pixels([0, 0]), end), says: "PLTE"),
        .init(
            name: "past the palette",
            file: file(header(1, 1, type: 3), PNGBuilder.chunk("PLTE", [1, 2, 3]), pixels([0, 5]), end),
            says: "palette"
        ),
        .init(
            name: "an unknown critical chunk",
            file: file(header(1, 1), PNGBuilder.chunk("ABCD", []), pixels([0, 1, 2, 3, 4]), end),
            says: "ABCD"
        ),
        .init(
            name: "a PNG changed for iPhones",
            file: file(PNGBuilder.chunk("CgBI", [0x50, 0, 0x20, 2]), header(1, 1), pixels([0, 1, 2, 3, 4]), end),
            says: "CgBI"
        ),
        .init(
            name: "a type that is no name",
            file: file(header(1, 1), [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]),
            says: "four letters"
        ),
        .init(
            name: "a length past the end",
            file: file(header(1, 1), [0x7F, 0xFF, 0xFF, 0xFF] + Array("IDATxxxxxxxx".utf8)),
            says: "IDAT says it has 2147483647 bytes"
        ),
        .init(
            name: "a wrong Adler-32",
            file: file(
                header(1, 1),
                PNGBuilder.chunk("IDAT", PNGBuilder.zlib([0, 1, 2, 3, 4]).dropLast() + [99]),
                end
            ),
            says: "data check"
        ),
    ]

    @Test(arguments: refusals) func `it is refused with a reason`(sample: Refusal) throws {
        let error = try #require(throws: ImageError.self) { try PNGDecoder.decode(sample.file) }
        #expect(error.code == "image")
        #expect(error.description.contains(sample.says), "\(error)")
    }

    @Test func `limits are the caller's`() throws {
        let file = Self.file(Self.header(2, 1), Self.pixels([0, 1, 2, 3, 4, 5, 6, 7, 8]), Self.end)
        let fits = PNGLimits(fileBytes: file.count, side: 2, pixels: 2, chunks: 3)
        #expect(try PNGDecoder.decode(file, limits: fits).rgba == [1, 2, 3, 4, 5, 6, 7, 8])
        let changes: [WritableKeyPath<PNGLimits, Int>] = [\.fileBytes, \.side, \.pixels, \.chunks]
        for change in changes {
            var limits = fits
            limits[keyPath: change] -= 1
            let error = #expect(throws: ImageError.self) { try PNGDecoder.decode(file, limits: limits) }
            guard case .tooLarge(_, _, let limit) = error else {
                Issue.record("\(String(describing: error))"); continue
            }
            #expect(limit == limits[keyPath: change])
        }
    }

    @Test func `chunks that say nothing about pixels are passed over`() throws {
        let text = PNGBuilder.chunk("tEXt", Array("Title\0x".utf8))
        let profile = PNGBuilder.chunk("iCCP", [1, 2, 3])
        let gamma = PNGBuilder.chunk("gAMA", [0, 0, 0, 1])
        let file =
            Self.file(Self.header(1, 1), gamma, profile, text, Self.pixels([0, 9, 8, 7, 6]), text, Self.end) + [1, 2]
        #expect(try PNGDecoder.decode(file).rgba == [9, 8, 7, 6])
    }
}
