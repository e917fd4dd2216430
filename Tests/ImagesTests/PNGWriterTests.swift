import Bytes
import Images
import Testing

/// What is written reads back as it was, in the smallest exact colour type.
@Suite struct PNGWriterTests {
    static func file(_ bitmap: Bitmap) -> [UInt8] {
        var output = OutputBuffer()
        PNGWriter.write(bitmap, into: &output)
        return output.view.array
    }

    /// A picture whose colours change slowly, as interpolation makes them: more than 256 from 20 × 20 on.
    static func gradient(_ width: Int, _ height: Int, opaque: Bool) throws -> Bitmap {
        var rgba: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = (x * 3 & 255, y * 5 & 255, (x + y) & 255)
                let alpha = opaque ? 255 : 1 + x % 200
                rgba += [UInt8(red), UInt8(green), UInt8(blue), UInt8(alpha)]
            }
        }
        return try #require(Bitmap(width: width, height: height, rgba: rgba))
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (20, 20), (64, 48), (3, 200)], [true, false])
    func `gradients read back`(size: (Int, Int), opaque: Bool) throws {
        let bitmap = try Self.gradient(size.0, size.1, opaque: opaque)
        #expect(try PNGDecoder.decode(Self.file(bitmap)) == bitmap)
    }

    @Test func `noise reads back`() throws {
        var random = SeededRandom(seed: 7)
        let noise = try #require(Bitmap(width: 31, height: 33, rgba: (0..<31 * 33).flatMap { _ in random.pixel() }))
        #expect(try PNGDecoder.decode(Self.file(noise)) == noise)
    }

    @Test(arguments: [(300, 300), (16_384, 5), (5, 16_384), (256, 257)], [true, false])
    func `pictures written in a hurry read back`(size: (Int, Int), opaque: Bool) throws {
        let bitmap = try Self.gradient(size.0, size.1, opaque: opaque)
        let file = Self.file(bitmap)
        #expect(try PNGDecoder.decode(file) == bitmap)
        #expect(file.count * 4 < bitmap.rgba.count)
    }

    @Test func `a large picture of few colours has a palette, and large noise reads back`() throws {
        var few: [UInt8] = []
        for place in 0..<300 * 300 { few += [UInt8(place / 300 % 16), UInt8(place % 7), 3, 255] }
        let large = try #require(Bitmap(width: 300, height: 300, rgba: few))
        #expect(Self.file(large)[25] == 3)
        #expect(try PNGDecoder.decode(Self.file(large)) == large)
        var random = SeededRandom(seed: 9)
        let noise = try #require(Bitmap(width: 260, height: 260, rgba: (0..<260 * 260).flatMap { _ in random.pixel() }))
        #expect(try PNGDecoder.decode(Self.file(noise)) == noise)
    }

    @Test func `the colour type is the smallest that is exact`() throws {
        let colourType = 25
        let few = try #require(Bitmap(width: 2, height: 1, rgba: [1, 2, 3, 4, 5, 6, 7, 255]))
        #expect(Self.file(few)[colourType] == 3)
        #expect(Self.file(try Self.gradient(64, 48, opaque: true))[colourType] == 2)
        #expect(Self.file(try Self.gradient(64, 48, opaque: false))[colourType] == 6)
    }

    @Test func `gradients are much smaller than their bytes`() throws {
        let bitmap = try Self.gradient(64, 48, opaque: true)
        #expect(Self.file(bitmap).count * 20 < bitmap.rgba.count)
    }

    @Test func `a file is appended to what is there`() throws {
        let bitmap = try Self.gradient(20, 20, opaque: true)
        var output = OutputBuffer()
        output.append("before")
        PNGWriter.write(bitmap, into: &output)
        #expect(output.view.prefix(6) == ByteView("before"))
        #expect(output.view.dropFirst(6).array == Self.file(bitmap))
    }
}
