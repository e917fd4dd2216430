/// A binary property list put together by hand.
struct BinarySample {
    var objects: [[UInt8]]
    var top = 0
    var offsetSize = 1
    var referenceSize = 1
    /// What the end of the file says, when it is not the truth.
    var objectCount: UInt64?
    var tableStart: UInt64?
    var offsets: [Int: UInt64] = [:]
    var version = "00"

    init(_ objects: [UInt8]..., top: Int = 0) {
        self.objects = objects
        self.top = top
    }

    var bytes: [UInt8] {
        var file = Array("bplist\(version)".utf8)
        var table: [UInt8] = []
        for (index, object) in objects.enumerated() {
            table += Self.bigEndian(offsets[index] ?? UInt64(file.count), offsetSize)
            file += object
        }
        let start = tableStart ?? UInt64(file.count)
        file += table
        file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        file += Self.bigEndian(objectCount ?? UInt64(objects.count), 8)
        return file + Self.bigEndian(UInt64(top), 8) + Self.bigEndian(start, 8)
    }

    static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) : 0 }
    }

    static func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
}
