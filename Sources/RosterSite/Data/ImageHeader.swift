internal import Bytes

/// The size of a picture as its first bytes say; nothing is decoded.
struct ImageHeader: Equatable {
    /// In pixels.
    var width: Int
    /// In pixels.
    var height: Int

    /// The size that the header in `bytes` (PNG, JPEG or GIF) gives; nil for others and for broken ones.
    init?(_ bytes: ByteView) {
        guard let size = Self.png(bytes) ?? Self.gif(bytes) ?? Self.jpeg(bytes) else { return nil }
        guard size.width > 0, size.height > 0 else { return nil }
        (width, height) = size
    }

    private static func png(_ bytes: ByteView) -> (width: Int, height: Int)? {
        guard bytes.count >= 24, bytes[0] == 0x89, bytes[1..<4] == ByteView("PNG"), bytes[12..<16] == ByteView("IHDR")
        else { return nil }
        return (bytes.bigEndian(at: 16, 4), bytes.bigEndian(at: 20, 4))
    }

    private static func gif(_ bytes: ByteView) -> (width: Int, height: Int)? {
        guard bytes.count >= 10, bytes.hasPrefix(ByteView("GIF8")) else { return nil }
        return (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
    }

    /// Walks the segments of a JPEG to the frame header.
    private static func jpeg(_ bytes: ByteView) -> (width: Int, height: Int)? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var index = 2
        while index + 9 < bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            let marker = bytes[index + 1]
            if marker == 0xFF {
                index += 1
                continue
            }
            // SOF0 … SOF15 without DHT, JPG and DAC, which share their range.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (bytes.bigEndian(at: index + 7, 2), bytes.bigEndian(at: index + 5, 2))
            }
            index += 2 + max(2, bytes.bigEndian(at: index + 2, 2))
        }
        return nil
    }
}

extension ByteView {
    /// The number in the `length` bytes from `index`, which must be in range, the highest first.
    func bigEndian(at index: Int, _ length: Int) -> Int {
        var number = 0
        for offset in 0..<length { number = number << 8 | Int(self[index + offset]) }
        return number
    }
}
