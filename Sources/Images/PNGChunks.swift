internal import Bytes

extension OutputBuffer {
    /// The signature and the header chunk of an 8-bit picture that is not interlaced.
    mutating func appendPNGHead(width: Int, height: Int, colourType: UInt8) {
        append(PNGStructure.signature)
        appendChunk("IHDR") { output in
            output.append(bigEndian: UInt32(truncatingIfNeeded: width))
            output.append(bigEndian: UInt32(truncatingIfNeeded: height))
            output.append(8)
            output.append(colourType)
            output.append(0)
            output.append(0)
            output.append(0)
        }
    }

    /// A chunk of whatever `content` appends, its length and checksum filled in.
    mutating func appendChunk(_ name: StaticString, _ content: (inout OutputBuffer) -> Void) {
        let start = count
        append(bigEndian: 0)
        append(name)
        content(&self)
        finishChunk(at: start)
    }

    /// Fills in the length of the chunk that began at `start` and appends its checksum.
    mutating func finishChunk(at start: Int) {
        let length = count - start - 8
        append(bigEndian: view.dropFirst(start + 4).crc32)
        append(bigEndian: UInt32(truncatingIfNeeded: length))
        replace(at: start, with: view.dropFirst(count - 4))
        truncate(to: count - 4)
    }

    /// A number of four bytes, highest first.
    mutating func append(bigEndian number: UInt32) {
        append(UInt8(truncatingIfNeeded: number >> 24))
        append(UInt8(truncatingIfNeeded: number >> 16))
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}
