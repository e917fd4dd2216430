internal import Bytes
internal import CDeflate

/// The outside of a PNG file: signature, chunks with their checksums, size.
///
/// It is walked before any pixel is decoded: limits hold before memory is taken, and an error names chunk and place.
struct PNGStructure {
    let width: Int
    let height: Int

    /// The eight bytes every PNG file begins with.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(checking file: ByteView, limits: PNGLimits) throws(ImageError) {
        guard file.count <= limits.fileBytes else {
            throw .tooLarge(what: "the file's length in bytes", value: file.count, limit: limits.fileBytes)
        }
        guard file.prefix(8).array == Self.signature else {
            throw .unreadable(reason: "this is not a PNG file: it does not begin with the PNG signature", offset: 0)
        }
        var walker = ChunkWalker(file: file)
        (width, height) = try Self.size(of: try walker.next(), limits: limits)
        var chunks = 1
        var hasPixels = false
        while true {
            let chunk = try walker.next()
            chunks += 1
            guard chunks <= limits.chunks else {
                throw .tooLarge(what: "the number of chunks", value: chunks, limit: limits.chunks)
            }
            if chunk.name == "IDAT" { hasPixels = true }
            if chunk.name == "IEND" { break }
        }
        guard hasPixels else { throw .unreadable(reason: "the file has no pixels (IDAT)", offset: walker.offset) }
    }

    private static func size(of chunk: Chunk, limits: PNGLimits) throws(ImageError) -> (Int, Int) {
        guard chunk.name != "CgBI" else {
            let reason = "this is a PNG changed for iPhones (CgBI), which no other program reads: use the original file"
            throw .unreadable(reason: reason, offset: chunk.offset)
        }
        guard chunk.name == "IHDR", chunk.content.count == 13 else {
            throw .unreadable(reason: "the first chunk is not a header (IHDR) of 13 bytes", offset: chunk.offset)
        }
        let (width, height) = (chunk.content.bigEndian(at: 0), chunk.content.bigEndian(at: 4))
        guard width > 0, height > 0 else {
            throw .unreadable(reason: "the image is \(width) × \(height) pixels", offset: chunk.offset + 8)
        }
        guard max(width, height) <= limits.side else {
            throw .tooLarge(what: "the image's longest side in pixels", value: max(width, height), limit: limits.side)
        }
        // Both are at most 2^31, so the product fits.
        guard width * height <= limits.pixels else {
            throw .tooLarge(what: "the image's number of pixels", value: width * height, limit: limits.pixels)
        }
        return (width, height)
    }
}

/// One chunk: where it begins, its four letters, what it holds.
private struct Chunk {
    let offset: Int
    let name: String
    let content: ByteView
}

/// Goes from chunk to chunk.
private struct ChunkWalker {
    let file: ByteView
    var offset = 8

    /// The next chunk, its checksum compared.
    mutating func next() throws(ImageError) -> Chunk {
        guard offset + 12 <= file.count else {
            throw .unreadable(reason: "the file ends before its last chunk (IEND)", offset: file.count)
        }
        let length = file.bigEndian(at: offset)
        let name = file[offset + 4..<offset + 8]
        guard name.array.allSatisfy(ASCII.isLetter) else {
            throw .unreadable(reason: "a chunk's type is not four letters", offset: offset + 4)
        }
        guard length <= file.count - offset - 12 else {
            let reason =
                "chunk \(name.string) says it has \(length) bytes, the file has \(file.count - offset - 12) more"
            throw .unreadable(reason: reason, offset: offset)
        }
        let end = offset + 8 + length
        guard file[offset + 4..<end].crc32 == UInt32(file.bigEndian(at: end)) else {
            throw .unreadable(reason: "chunk \(name.string) is damaged: its checksum is wrong", offset: offset)
        }
        defer { offset = end + 4 }
        return Chunk(offset: offset, name: name.string, content: file[offset + 8..<end])
    }
}

extension ByteView {
    /// The four bytes at `offset` as a number, highest first; they must exist.
    func bigEndian(at offset: Int) -> Int {
        Int(self[offset]) << 24 | Int(self[offset + 1]) << 16 | Int(self[offset + 2]) << 8 | Int(self[offset + 3])
    }

    /// The checksum of PNG and gzip.
    var crc32: UInt32 {
        unsafe withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
