import Bytes
import Glibc
import Images

/// Whole files for tests.
enum Fixtures {
    /// The bytes of a file, or nil if it can't be read.
    static func file(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "rb") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }
}

extension PNGDecoder {
    /// Decodes an array.
    static func decode(_ bytes: [UInt8], limits: PNGLimits = .default) throws -> Bitmap {
        try unsafe bytes.withUnsafeBytes { try unsafe decode(ByteView($0), limits: limits) }
    }
}

extension ResizableImage {
    /// The PNG in an array.
    func png(width: Int, height: Int, mirrored: Bool = false) throws -> [UInt8] {
        var output = OutputBuffer()
        try png(width: width, height: height, mirrored: mirrored, into: &output)
        return output.view.array
    }
}
