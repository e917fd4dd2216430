import Bytes
import Images

/// Bytes that begin like a PNG are decoded, as they are and with their chunk checksums put right; others describe a
/// small picture that is stretched in both ways.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if input.starts(with: signature) {
        decode(input)
        decode(withChecksums(input))
    } else {
        var source = Choices(bytes: input)
        if let bitmap = source.bitmap() { stretch(bitmap, &source) }
    }
    return 0
}

private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// Small limits keep each input quick.
private let limits = PNGLimits(fileBytes: 1 << 16, side: 512, pixels: 1 << 16, chunks: 100)

private func decode(_ file: [UInt8]) {
    let decoded = try? file.withUnsafeBytes { try PNGDecoder.decode(ByteView($0), limits: limits) }
    guard let bitmap = decoded, bitmap.width * bitmap.height <= 4096 else { return }
    var source = Choices(bytes: file.reversed())
    stretch(bitmap, &source)
}

/// The PNG, whichever way it is made, must show the raster.
private func stretch(_ bitmap: Bitmap, _ source: inout Choices) {
    let scale = source.next(1...3)
    guard let image = try? ResizableImage(bitmap: bitmap, scale: scale, caps: source.caps()) else { return }
    let (width, height) = (source.next(1...200), source.next(1...120))
    let mirrored = source.next(0...1) == 1
    var output = OutputBuffer()
    guard
        let drawn = try? image.bitmap(width: width, height: height, mirrored: mirrored),
        (try? image.png(width: width, height: height, mirrored: mirrored, into: &output)) != nil
    else { return }
    let shown = try? PNGDecoder.decode(output.view)
    precondition(shown == drawn, "the PNG shows other pixels than the raster")
}

/// Recomputes the checksum of every chunk that can be followed.
private func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var (file, place) = (file, 8)
    while place + 12 <= file.count {
        let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - place - 12 else { break }
        let end = place + 8 + length
        let sum = crc32(file[place + 4..<end])
        for byte in 0..<4 { file[end + byte] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * byte)) }
        place = end + 4
    }
    return file
}

private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}
