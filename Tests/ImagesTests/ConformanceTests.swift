import Foundation
import Images
import Testing

/// The conformance folder, when the environment names one.
private let conformance = ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE_STRETCH"]

/// Runs only where ROSTER_CONFORMANCE_STRETCH names the folder with `cases.json`: it is not part of the project.
@Suite(.enabled(if: conformance != nil, "ROSTER_CONFORMANCE_STRETCH is not set"))
struct ConformanceTests {
    struct Case: Decodable {
        let id: String
        let image: String
        let op: String
        let left, top, right, bottom: Double?
        let mode: String?
        let width, height: Double
        let scale: Int
        let mirror: Bool?
        let px: [Int]?
        let rgba_sha256: String?
        let error: String?

        var caps: CapInsets {
            let (left, top) = (left ?? 0, top ?? 0)
            if op == "stretchable" { return .stretchable(left: left, top: top) }
            let mode = CapInsets.Mode(rawValue: mode ?? "tile") ?? .tile
            return .resizable(top: top, left: left, bottom: bottom ?? 0, right: right ?? 0, mode: mode)
        }
    }

    struct Source: Decodable {
        let px: [Int]
        let rgba_sha256: String
    }

    struct Suite: Decodable {
        let images: [String: Source]
        let cases: [Case]
    }

    let folder = conformance ?? ""
    let suite: Suite

    init() throws {
        let file = try #require(Fixtures.file("\(folder)/cases.json"))
        suite = try JSONDecoder().decode(Suite.self, from: Data(file))
    }

    func read(_ name: String) throws -> Bitmap {
        try PNGDecoder.decode(try #require(Fixtures.file("\(folder)/\(name)"), "\(name) can be read"))
    }

    @Test func `every source decodes to the bytes`() throws {
        #expect(!suite.images.isEmpty)
        for (name, expected) in suite.images {
            let bitmap = try read(name)
            #expect([bitmap.width, bitmap.height] == expected.px, "\(name)")
            #expect(SHA256.hex(bitmap.rgba) == expected.rgba_sha256, "\(name)")
        }
    }

    @Test func `every case gives the bytes or the error`() throws {
        #expect(!suite.cases.isEmpty)
        for sample in suite.cases { try check(sample) }
    }

    private func check(_ sample: Case) throws {
        let source = try read(sample.image)
        do {
            let (width, height) = (Int(sample.width), Int(sample.height))
            let image = try ResizableImage(bitmap: source, scale: sample.scale, caps: sample.caps)
            let raster = try image.bitmap(width: width, height: height, mirrored: sample.mirror ?? false)
            #expect(SHA256.hex(raster.rgba) == sample.rgba_sha256, "\(sample.id)")
            #expect([raster.width, raster.height] == sample.px, "\(sample.id)")
            let file = try image.png(width: width, height: height, mirrored: sample.mirror ?? false)
            #expect(try PNGDecoder.decode(file) == raster, "\(sample.id): the PNG shows the same")
        } catch let error as ImageError {
            #expect(error.code == sample.error, "\(sample.id): \(error)")
        }
    }
}
