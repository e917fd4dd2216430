import Bytes
import CAllocations
import CLibPNGEncode
import Glibc
import Images

/// A 1x image file with the caps of a bubble.
func resizable(_ path: String) throws -> ResizableImage {
    guard let file = fopen(path, "rb") else {
        print("\(path): can't be read (run it from the project's folder, or name an image)")
        exit(1)
    }
    defer { fclose(file) }
    var bytes = OutputBuffer(capacity: 1 << 16)
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let bitmap = try PNGDecoder.decode(bytes.view)
    return try ResizableImage(bitmap: bitmap, scale: 1, caps: .stretchable(left: 27.5, top: 27))
}

/// One line of the table.
struct Measurement {
    let size: String
    let micro: Double
    let bytes: Int
    let allocations: UInt64
    let libpngMicro: Double
    let libpngBytes: Int

    var timesFaster: Double { libpngMicro / micro }

    var line: String {
        "| \(size) | \(short(micro)) | \(bytes) | \(allocations) | \(short(libpngMicro)) | \(libpngBytes) | \(Int(timesFaster)) |"
    }

    private func short(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

/// Microseconds of one call: the best of many short rounds, because the machine may be shared.
func microseconds(rounds: Int, calls: Int, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var best = Duration.seconds(1000)
    for _ in 0..<rounds {
        best = min(best, try clock.measure { for _ in 0..<calls { try body() } })
    }
    return Double(best.components.attoseconds) / 1e12 / Double(calls)
}

/// Our PNG and libpng's of the same pixels.
func measure(_ image: ResizableImage, width: Int, height: Int) throws -> Measurement {
    var output = OutputBuffer(capacity: 1 << 20)
    func draw() throws {
        output.removeAll()
        try image.png(width: width, height: height, into: &output)
    }
    let micro = try microseconds(rounds: 25, calls: 200, draw)
    let before = callocations_count()
    try draw()
    let allocations = callocations_count() - before

    let pixels = try image.bitmap(width: width, height: height)
    var file = [UInt8](repeating: 0, count: 1 << 20)
    var libpngBytes = 0
    let libpngMicro = microseconds(rounds: 3, calls: 3) {
        libpngBytes = clibpng_encode(pixels.rgba, UInt32(width), UInt32(height), &file, file.count)
    }
    return Measurement(
        size: "\(width) × \(height)",
        micro: micro,
        bytes: output.count,
        allocations: allocations,
        libpngMicro: libpngMicro,
        libpngBytes: libpngBytes
    )
}
