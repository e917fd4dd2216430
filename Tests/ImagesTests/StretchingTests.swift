import Images
import Testing

@testable import struct Images.AxisCaps
@testable import struct Images.AxisMap
@testable import struct Images.AxisTap

/// The rules of docs/stretching.md, one by one.
@Suite struct StretchingTests {
    /// "0 1 1+2*3/8": copies of pixels, or a pixel mixed with the next one named by a share of it.
    static func spelled(_ map: AxisMap) -> String {
        map.taps.map { tap in
            tap.weight == 0 ? "\(tap.first)" : "\(tap.first)+\(tap.second)*\(tap.weight)/\(tap.total)"
        }.joined(separator: " ")
    }

    struct Axis: Sendable, CustomTestStringConvertible {
        let name: String
        let caps: (Int, Int, Int)
        let mode: CapInsets.Mode
        let to: Int
        let taps: String
        var testDescription: String { name }
    }

    static let axes: [Axis] = [
        .init(name: "one pixel repeats", caps: (2, 1, 1), mode: .stretch, to: 7, taps: "0 1 2 2 2 2 3"),
        .init(name: "natural size copies", caps: (1, 3, 1), mode: .stretch, to: 5, taps: "0 1 2 3 4"),
        .init(name: "two pixels to four", caps: (0, 2, 0), mode: .stretch, to: 4, taps: "0 0+1*2/8 0+1*6/8 1"),
        .init(name: "two pixels to three", caps: (1, 2, 0), mode: .stretch, to: 4, taps: "0 1 1+2*3/6 2"),
        .init(name: "four pixels to two", caps: (0, 4, 0), mode: .stretch, to: 2, taps: "0+1*2/4 2+3*2/4"),
        .init(name: "three pixels to one", caps: (0, 3, 0), mode: .stretch, to: 1, taps: "1"),
        .init(
            name: "tiles from the start, the last cut",
            caps: (1, 3, 1),
            mode: .tile,
            to: 9,
            taps: "0 1 2 3 1 2 3 1 4"
        ),
        .init(name: "less than a tile", caps: (1, 3, 1), mode: .tile, to: 4, taps: "0 1 2 4"),
        .init(name: "no caps, tiled", caps: (0, 2, 0), mode: .tile, to: 5, taps: "0 1 0 1 0"),
        .init(name: "no middle left", caps: (2, 3, 1), mode: .tile, to: 3, taps: "0 1 5"),
        .init(name: "caps that meet", caps: (2, 0, 2), mode: .stretch, to: 6, taps: "0 1 1+2*1/2 1+2*1/2 2 3"),
        .init(name: "caps that meet, tiled", caps: (2, 0, 2), mode: .tile, to: 5, taps: "0 1 1+2*1/2 2 3"),
        .init(name: "caps that meet at the end", caps: (3, 0, 0), mode: .tile, to: 5, taps: "0 1 2 2 2"),
        .init(name: "caps that meet at the start", caps: (0, 0, 3), mode: .stretch, to: 5, taps: "0 0 0 1 2"),
        .init(
            name: "too small: caps share by length",
            caps: (4, 1, 2),
            mode: .stretch,
            to: 3,
            taps: "0+1*2/4 2+3*2/4 5+6*1/2"
        ),
        .init(
            name: "too small: both modes alike",
            caps: (4, 1, 2),
            mode: .tile,
            to: 3,
            taps: "0+1*2/4 2+3*2/4 5+6*1/2"
        ),
        .init(name: "too small: a tie goes to the leading cap", caps: (2, 1, 2), mode: .tile, to: 1, taps: "0+1*1/2"),
        .init(name: "too small: a cap may vanish", caps: (1, 1, 5), mode: .tile, to: 1, taps: "4"),
        .init(name: "too small: only one cap", caps: (0, 1, 4), mode: .tile, to: 2, taps: "1+2*2/4 3+4*2/4"),
    ]

    @Test(arguments: axes) func `an axis is fed by the right pixels`(sample: Axis) {
        let (leading, interior, trailing) = sample.caps
        let caps = AxisCaps(leading: leading, interior: interior, trailing: trailing, mode: sample.mode)
        #expect(Self.spelled(AxisMap(caps: caps, destination: sample.to)) == sample.taps)
    }

    struct Parameter: Sendable, CustomTestStringConvertible {
        let cap: Double
        let length: Int
        let scale: Int
        /// Leading, interior, trailing; nil for an error.
        let caps: [Int]?
        var testDescription: String { "\(cap) of \(length) at \(scale)x" }
    }

    static let stretchable: [Parameter] = [
        .init(cap: 27.5, length: 55, scale: 1, caps: [27, 1, 27]),
        .init(cap: 27, length: 45, scale: 1, caps: [27, 1, 17]),
        .init(cap: 27.5, length: 110, scale: 2, caps: [54, 2, 54]),
        .init(cap: 0.9, length: 9, scale: 1, caps: [0, 9, 0]),
        .init(cap: 0, length: 9, scale: 3, caps: [0, 9, 0]), .init(cap: -0.9, length: 9, scale: 1, caps: [0, 9, 0]),
        .init(cap: 8, length: 9, scale: 1, caps: [8, 1, 0]), .init(cap: 9, length: 9, scale: 1, caps: nil),
        .init(cap: 8.99, length: 9, scale: 1, caps: [8, 1, 0]), .init(cap: 2, length: 9, scale: 3, caps: [6, 3, 0]),
        .init(cap: 2, length: 8, scale: 3, caps: nil), .init(cap: -1, length: 9, scale: 1, caps: nil),
        .init(cap: .nan, length: 9, scale: 1, caps: nil), .init(cap: .infinity, length: 9, scale: 1, caps: nil),
        .init(cap: 1e300, length: 9, scale: 1, caps: nil), .init(cap: -.infinity, length: 9, scale: 1, caps: nil),
    ]

    @Test(arguments: stretchable) func `a stretchable cap is cut to whole points`(sample: Parameter) {
        let caps = try? AxisCaps(stretchable: sample.cap, length: sample.length, scale: sample.scale, name: "left")
        #expect(caps.map { [$0.leading, $0.interior, $0.trailing] } == sample.caps)
    }

    struct Insets: Sendable, CustomTestStringConvertible {
        let first, last: Double
        let length, scale: Int
        let caps: [Int]?
        var testDescription: String { "\(first), \(last) of \(length) at \(scale)x" }
    }

    static let resizable: [Insets] = [
        .init(first: 2, last: 3, length: 9, scale: 1, caps: [2, 4, 3]),
        .init(first: 0.5, last: 0, length: 9, scale: 2, caps: [1, 8, 0]),
        .init(first: 0.5, last: 0.4, length: 9, scale: 1, caps: [1, 8, 0]),
        .init(first: 20.25, last: 30, length: 110, scale: 2, caps: [41, 9, 60]),
        .init(first: 4, last: 5, length: 9, scale: 1, caps: [4, 0, 5]),
        .init(first: 5, last: 5, length: 9, scale: 1, caps: nil),
        .init(first: 4.5, last: 4.5, length: 9, scale: 1, caps: nil),
        .init(first: -0.1, last: 0, length: 9, scale: 1, caps: nil),
        .init(first: -0.0, last: 0, length: 9, scale: 1, caps: [0, 9, 0]),
        .init(first: .nan, last: 0, length: 9, scale: 1, caps: nil),
        .init(first: 0, last: .infinity, length: 9, scale: 1, caps: nil),
        .init(first: 1e18, last: 1e18, length: 9, scale: 1, caps: nil),
        .init(first: 0.17, last: 0.16, length: 9, scale: 3, caps: [1, 8, 0]),
    ]

    @Test(arguments: resizable) func `insets are rounded to pixels, halves up`(sample: Insets) {
        let caps = try? AxisCaps(
            leading: sample.first,
            trailing: sample.last,
            mode: .tile,
            length: sample.length,
            scale: sample.scale,
            names: ("left", "right")
        )
        #expect(caps.map { [$0.leading, $0.interior, $0.trailing] } == sample.caps)
    }

    @Test func `colour is weighted by alpha and rounded once`() throws {
        // Half red, half nothing: red stays red, half as opaque (127.5 goes up).
        let half = try #require(Bitmap(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 0, 0, 0]))
        let none = CapInsets.resizable(top: 0, left: 1, bottom: 0, right: 1, mode: .stretch)
        let seam = try ResizableImage(bitmap: half, scale: 1, caps: none).bitmap(width: 3, height: 1)
        #expect(seam.rgba == [255, 0, 0, 255, 255, 0, 0, 128, 0, 0, 0, 0])
        // (200 × 1 + 100 × 3) / 4 = 125 by alpha, (1 + 3) / 2 = 2.
        let faint = try #require(Bitmap(width: 2, height: 1, rgba: [200, 10, 0, 1, 100, 20, 0, 3]))
        let mixed = try ResizableImage(bitmap: faint, scale: 1, caps: none).bitmap(width: 3, height: 1)
        #expect(mixed.bytes(1, 0) == [125, 18, 0, 2])
        // An alpha that rounds to 0 leaves no colour behind.
        let trace = try #require(Bitmap(width: 2, height: 1, rgba: [90, 90, 90, 1, 0, 0, 0, 0]))
        let gone = try ResizableImage(bitmap: trace, scale: 1, caps: .none).bitmap(width: 9, height: 1)
        #expect(gone.bytes(5, 0) == [0, 0, 0, 0])
        #expect(gone.bytes(3, 0) == [90, 90, 90, 1])
    }

    @Test func `a mirrored picture is the picture with its rows reversed`() throws {
        let bitmap = try #require(Bitmap(width: 3, height: 1, rgba: [1, 1, 1, 255, 2, 2, 2, 255, 3, 3, 3, 255]))
        let caps = CapInsets.resizable(top: 0, left: 1, bottom: 0, right: 0, mode: .tile)
        let image = try ResizableImage(bitmap: bitmap, scale: 1, caps: caps)
        #expect(try image.bitmap(width: 4, height: 1).row(0).map { $0[0] } == [1, 2, 3, 2])
        #expect(try image.bitmap(width: 4, height: 1, mirrored: true).row(0).map { $0[0] } == [2, 3, 2, 1])
    }

    @Test(arguments: [(0, 1), (1, 0), (-3, 5), (16_385, 1), (1, 16_385), (Int.max, 1), (8192, 8192)])
    func `sizes outside the limits are refused`(width: Int, height: Int) throws {
        let dot = try #require(Bitmap(width: 1, height: 1, rgba: [1, 2, 3, 4]))
        let image = try ResizableImage(bitmap: dot, scale: 1, caps: .none)
        let error = #expect(throws: ImageError.self) { try image.png(width: width, height: height) }
        #expect(error?.code == "size")
    }

    @Test(arguments: [0, 4, -1]) func `scales other than 1, 2 and 3 are refused`(scale: Int) throws {
        let dot = try #require(Bitmap(width: 1, height: 1, rgba: [1, 2, 3, 4]))
        #expect(throws: ImageError.size("scale \(scale) is not 1, 2 or 3")) {
            try ResizableImage(bitmap: dot, scale: scale, caps: .none)
        }
    }

    @Test func `a bitmap needs as many bytes as its pixels`() {
        #expect(Bitmap(width: 2, height: 1, rgba: [1, 2, 3, 4]) == nil)
        #expect(Bitmap(width: 0, height: 1, rgba: []) == nil)
        #expect(Bitmap(width: Int.max, height: 4, rgba: [1, 2, 3, 4]) == nil)
    }
}
