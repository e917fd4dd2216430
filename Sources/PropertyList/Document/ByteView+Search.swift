internal import Bytes
internal import Glibc

extension ByteView {
    /// The index of the first NUL, or nil.
    var firstNUL: Int? {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let hit = unsafe memchr(base, 0, bytes.count) else { return nil }
            return unsafe UnsafeRawPointer(hit) - base
        }
    }
}

extension ByteView {
    /// Whether all bytes are UTF-8; eight ASCII bytes are passed at a time.
    var isUTF8: Bool {
        let ascii = asciiPrefix
        return ascii == count || UTF8Scanner.isValid(dropFirst(ascii))
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool { asciiPrefix == count }

    /// How many bytes from the front are surely ASCII: a multiple of eight, or all.
    private var asciiPrefix: Int {
        unsafe withUnsafeBytes { bytes in
            var index = 0
            while index &+ 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard word & 0x8080_8080_8080_8080 == 0 else { return index }
                index &+= 8
            }
            while index < bytes.count, unsafe bytes[index] < 0x80 { index &+= 1 }
            return index
        }
    }
}
