import Images
import Testing

/// The rules that the pictures in Public/images keep, so that they stretch well. CI compares them with Art/ itself.
@Suite struct ArtTests {
    /// Tests/ImagesTests/ArtTests.swift, two folders up.
    static let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Public/images"

    static func read(_ name: String, scale: Int) throws -> Bitmap {
        let file = "\(folder)/\(name)\(scale == 1 ? "" : "@\(scale)x").png"
        return try PNGDecoder.decode(try #require(Fixtures.file(file), "\(file) can be read"))
    }

    struct Art: Sendable, CustomTestStringConvertible {
        let name: String
        let width, height: Int
        var opaque = false
        var testDescription: String { name }
    }

    static let bubbles = ["chatfrom_bg_normal", "chatto_bg_normal"].flatMap { [$0, $0 + "_dark"] }
    static let headers = ["buddy_header_bg", "buddy_header_bg_highlighted"].flatMap { [$0, $0 + "_dark"] }
    static let all: [Art] =
        bubbles.map { Art(name: $0, width: 55, height: 45) }
        + headers.map { Art(name: $0, width: 21, height: 44, opaque: true) }
        + (1...12).map { Art(name: "avatar_\($0)", width: 44, height: 44, opaque: true) }
        + (1...11).map { Art(name: "tmall_icon_cat_outing_\($0)", width: 60, height: 60) }
        + [
            Art(name: "buddy_header_arrow", width: 11, height: 15),
            Art(name: "me", width: 44, height: 44, opaque: true),
            Art(name: "disclosure", width: 32, height: 32), Art(name: "disclosure_dark", width: 32, height: 32),
            Art(name: "favicon", width: 32, height: 32),
            Art(name: "apple-touch-icon", width: 60, height: 60, opaque: true),
        ]

    @Test(arguments: all, 1...3) func `each has its size in points at each scale`(art: Art, scale: Int) throws {
        let bitmap = try Self.read(art.name, scale: scale)
        #expect([bitmap.width, bitmap.height] == [art.width * scale, art.height * scale])
        let opaque = stride(from: 3, to: bitmap.rgba.count, by: 4).allSatisfy { bitmap.rgba[$0] == 255 }
        #expect(opaque == art.opaque)
    }

    @Test(arguments: bubbles, 1...3)
    func `columns and rows 26 to 28 of a bubble are one`(name: String, scale: Int) throws {
        let bitmap = try Self.read(name, scale: scale)
        let middle = 26 * scale..<29 * scale
        #expect(Set(middle.map { bitmap.column($0) }).count == 1)
        #expect(Set(middle.map { bitmap.row($0) }).count == 1)
    }

    @Test(arguments: bubbles + headers, 1...3)
    func `a palette holds the colours of what is stretched`(name: String, scale: Int) throws {
        let bitmap = try Self.read(name, scale: scale)
        #expect(Set((0..<bitmap.height).flatMap { bitmap.row($0) }).count <= 256)
    }
}

extension Bitmap {
    /// The four bytes at `x`, `y`.
    func bytes(_ x: Int, _ y: Int) -> [UInt8] { Array(rgba[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }
    func column(_ x: Int) -> [[UInt8]] { (0..<height).map { bytes(x, $0) } }
    func row(_ y: Int) -> [[UInt8]] { (0..<width).map { bytes($0, y) } }
}
