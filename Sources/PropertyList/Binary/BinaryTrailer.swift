internal import Bytes

/// The last 32 bytes of a binary property list: where its objects are. Checked before anything is allocated.
struct BinaryTrailer {
    /// How many bytes an offset takes: 1 to 8.
    let offsetSize: Int
    /// How many bytes a reference to an object takes: 1 to 8.
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    /// Where the table of offsets begins; objects lie between byte 8 and here.
    let tableStart: Int

    static let headerBytes = 8
    static let trailerBytes = 32

    init(_ file: ByteView) throws(PropertyListError) {
        guard file.hasPrefix(ByteView("bplist00")) else { throw Self.badHeader(file) }
        let trailerStart = file.count - Self.trailerBytes
        guard trailerStart > Self.headerBytes else {
            throw .binary("the file has only \(file.count) bytes; its end with the table of objects is missing", cutOff)
        }
        offsetSize = Int(file[trailerStart + 6])
        referenceSize = Int(file[trailerStart + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw .binary(
                "the end of the file gives \(offsetSize) and \(referenceSize) as sizes; 1 to 8 were due",
                cutOff
            )
        }
        let numbers = [8, 16, 24].map { file.bigEndian(at: trailerStart + $0, size: 8) }
        guard numbers[2] > UInt64(Self.headerBytes), numbers[2] < UInt64(trailerStart) else {
            throw .binary("the table of objects is said to begin at byte \(numbers[2]), outside the file", cutOff)
        }
        tableStart = Int(numbers[2])
        // No product: it could wrap.
        guard numbers[0] > 0, numbers[0] <= UInt64((trailerStart - tableStart) / offsetSize) else {
            throw .binary("\(numbers[0]) objects are announced, which do not fit into the file", cutOff)
        }
        objectCount = Int(numbers[0])
        guard numbers[1] < numbers[0] else {
            throw .binary("the outermost object is said to be number \(numbers[1]) of \(numbers[0])")
        }
        topObject = Int(numbers[1])
    }

    private static func badHeader(_ file: ByteView) -> PropertyListError {
        let version = Quoted.excerpt(file[6..<8])
        return file.count < headerBytes
            ? .binary("the file has only \(file.count) bytes", cutOff)
            : .binary(
                "version '\(version)' of the binary format; '00' was due",
                "convert it with: plutil -convert xml1 FILE"
            )
    }
}

private let cutOff = "it may have been cut off; copy it again"

extension PropertyListError {
    /// An error in a binary file, which has no lines.
    static func binary(_ sentence: String, _ hint: String? = nil, path: String? = "$") -> PropertyListError {
        PropertyListError(line: nil, column: nil, keyPath: path, sentence: sentence, hint: hint)
    }
}

extension ByteView {
    /// The big-endian number in the `size` bytes at `offset`, which must lie inside; `size` up to 8.
    @inline(__always)
    func bigEndian(at offset: Int, size: Int) -> UInt64 {
        precondition(offset >= 0 && size <= count && offset <= count - size, "number outside the file")
        return unsafe withUnsafeBytes { bytes in
            var value: UInt64 = 0
            for index in offset..<offset &+ size { value = unsafe value << 8 | UInt64(bytes[index]) }
            return value
        }
    }
}
