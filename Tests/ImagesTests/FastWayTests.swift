import Bytes
import Testing

@testable import Images

/// The PNG written straight from the nine parts shows what the general way draws.
@Suite struct FastWayTests {
    /// Bubbles, headers and whatever chance makes: few colours or many, equal middles or not.
    static func randomBitmap(_ random: inout SeededRandom) throws -> Bitmap {
        let (width, height) = (random.next(1...24), random.next(1...18))
        let colours = random.next([2, 3, 9, 300])
        var palette = (0..<colours).map { _ in random.pixel() }
        palette[0] = [0, 0, 0, 0]
        let bands = random.next(0...2)
        var rgba: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let flat = bands > 0 && (width / 3..<width * 2 / 3).contains(x)
                let number = flat ? y : bands == 2 ? y * 7 + x / 3 : random.next(0...colours - 1)
                rgba += palette[number % colours]
            }
        }
        return try #require(Bitmap(width: width, height: height, rgba: rgba))
    }

    static func randomCaps(of bitmap: Bitmap, scale: Int, _ random: inout SeededRandom) -> CapInsets {
        let (width, height) = (bitmap.width / scale, bitmap.height / scale)
        switch random.next(0...3) {
        case 0:
            return .stretchable(
                left: Double(random.next(0...max(0, width - 1))),
                top: Double(random.next(0...max(0, height - 1)))
            )
        case 1: return .none
        default:
            let (left, top) = (random.next(0...width), random.next(0...height))
            let (right, bottom) = (random.next(0...width - left), random.next(0...height - top))
            return .resizable(
                top: Double(top),
                left: Double(left),
                bottom: Double(bottom),
                right: Double(right),
                mode: random.next([.tile, .stretch])
            )
        }
    }

    /// An image with caps that fit it; the scale is 1 if they would not.
    static func randomImage(_ random: inout SeededRandom) throws -> ResizableImage {
        let bitmap = try randomBitmap(&random)
        let scale = random.next(1...3)
        let caps = randomCaps(of: bitmap, scale: scale, &random)
        do {
            return try ResizableImage(bitmap: bitmap, scale: scale, caps: caps)
        } catch ImageError.caps {
            return try ResizableImage(bitmap: bitmap, scale: 1, caps: .none)
        }
    }

    /// The PNG of the fast way alone, or nil where it does not apply.
    static func fastFile(_ image: ResizableImage, _ width: Int, _ height: Int, mirrored: Bool) -> [UInt8]? {
        guard let writer = image.nineParts(mirrored: mirrored) else { return nil }
        var output = OutputBuffer()
        guard writer.write(width: width * image.scale, height: height * image.scale, into: &output) else { return nil }
        return output.view.array
    }

    @Test(arguments: 0..<16) func `it shows the same as the general way`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var applied = 0
        for _ in 0..<20 {
            let image = try Self.randomImage(&random)
            for _ in 0..<4 {
                let width = image.source.width / image.scale + random.next(0...70)
                let height = image.source.height / image.scale + random.next([0, 1, 2, 7, 30, 180])
                let mirrored = random.next([false, true])
                guard let file = Self.fastFile(image, width, height, mirrored: mirrored) else { continue }
                applied += 1
                let drawn = try image.bitmap(width: width, height: height, mirrored: mirrored)
                let sample = "\(image.source.width)×\(image.source.height) \(image.caps) → \(width)×\(height)"
                #expect(try PNGDecoder.decode(file) == drawn, "seed \(seed): \(sample)")
            }
        }
        #expect(applied > 8, "the fast way was tried")
    }

    @Test(arguments: ["chatfrom_bg_normal", "chatto_bg_normal"], 1...3)
    func `our bubbles always go the fast way`(name: String, scale: Int) throws {
        let caps = CapInsets.stretchable(left: 27.5, top: 27)
        let image = try ResizableImage(bitmap: ArtTests.read(name, scale: scale), scale: scale, caps: caps)
        for (width, height) in [(58, 45), (250, 200), (60, 120), (300, 50)] {
            for mirrored in [false, true] {
                let file = try #require(Self.fastFile(image, width, height, mirrored: mirrored))
                #expect(try PNGDecoder.decode(file) == image.bitmap(width: width, height: height, mirrored: mirrored))
            }
        }
    }

    @Test func `a bubble of 250 × 200 is at most 1,350 bytes, one of 1,000 × 1,000 at most 6 KB`() throws {
        let caps = CapInsets.stretchable(left: 27.5, top: 27)
        for name in ["chatfrom_bg_normal", "chatto_bg_normal"] {
            let image = try ResizableImage(bitmap: ArtTests.read(name, scale: 1), scale: 1, caps: caps)
            #expect(try image.png(width: 250, height: 200).count <= 1350)
            #expect(try image.png(width: 1000, height: 1000).count <= 6 * 1024)
        }
    }

    @Test func `pixels are counted as drawn where the fast way is not taken`() throws {
        let bitmap = try #require(Bitmap(width: 3, height: 3, rgba: (0..<36).map { UInt8($0 * 7 | 1) }))
        let repeating = try ResizableImage(bitmap: bitmap, scale: 1, caps: .stretchable(left: 1, top: 1))
        #expect(repeating.drawnPixels(width: 100, height: 50) == 0)
        #expect(repeating.drawnPixels(width: 100, height: 2) == 200)
        let mixing = try ResizableImage(bitmap: bitmap, scale: 1, caps: .none)
        #expect(mixing.drawnPixels(width: 100, height: 50) == 5000)
        #expect(mixing.drawnPixels(width: 0, height: 50) == 0)
    }
}
