internal import Bytes

/// The objects of a binary property list that is being written, the outermost first.
struct BinaryObjectPool: ~Copyable {
    private enum Object {
        /// Where it stands in `bytes`, encoded.
        case encoded(Range<Int>)
        /// Where its members stand in `members`.
        case array(Range<Int>)
        case dictionary(Range<Int>)
    }

    private var objects: [Object] = []
    private var members: [UInt32] = []
    private var bytes = OutputBuffer()
    /// Encoded objects by their hash; the values of equal hashes are compared.
    private var known: [Int: [UInt32]] = [:]

    /// The number of the object that `encode` writes; an equal one that is there already.
    mutating func add(_ encode: (inout OutputBuffer) -> Void) -> UInt32 {
        let start = bytes.count
        encode(&bytes)
        let range = start..<bytes.count
        let hash = bytes.view[range].hashValue
        for candidate in known[hash, default: []] where isEqual(candidate, range) {
            bytes.truncate(to: start)
            return candidate
        }
        let number = UInt32(truncatingIfNeeded: objects.count)
        objects.append(.encoded(range))
        known[hash, default: []].append(number)
        return number
    }

    /// The number of a container whose members come later.
    mutating func reserve() -> UInt32 {
        objects.append(.array(0..<0))
        return UInt32(truncatingIfNeeded: objects.count - 1)
    }

    /// The members of a container: items, or keys and values in turn.
    mutating func setMembers(of object: UInt32, isDictionary: Bool, _ numbers: ArraySlice<UInt32>) {
        let range = members.count..<members.count + numbers.count
        if isDictionary {
            for offset in [0, 1] {
                var index = numbers.startIndex + offset
                while index < numbers.endIndex {
                    members.append(numbers[index])
                    index += 2
                }
            }
        } else {
            members.append(contentsOf: numbers)
        }
        objects[Int(object)] = isDictionary ? .dictionary(range) : .array(range)
    }

    /// Writes the document.
    func write(to output: inout OutputBuffer) {
        let start = output.count
        let referenceSize = BinaryNumbers.size(of: UInt64(objects.count))
        output.append("bplist00")
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(output.count - start)
            switch object {
            case .encoded(let range): output.append(bytes.view[range])
            case .array(let range):
                output.append(binaryMarker: 0xA0, count: range.count)
                append(members[range], size: referenceSize, to: &output)
            case .dictionary(let range):
                output.append(binaryMarker: 0xD0, count: range.count / 2)
                append(members[range], size: referenceSize, to: &output)
            }
        }
        let tableStart = output.count - start
        let offsetSize = BinaryNumbers.size(of: UInt64(tableStart))
        for offset in offsets { output.append(bigEndian: UInt64(offset), size: offsetSize) }
        for _ in 0..<6 { output.append(0 as UInt8) }
        output.append(UInt8(truncatingIfNeeded: offsetSize))
        output.append(UInt8(truncatingIfNeeded: referenceSize))
        output.append(bigEndian: UInt64(objects.count), size: 8)
        output.append(bigEndian: 0, size: 8)
        output.append(bigEndian: UInt64(tableStart), size: 8)
    }

    private func append(_ numbers: ArraySlice<UInt32>, size: Int, to output: inout OutputBuffer) {
        output.need(numbers.count * size)
        for number in numbers { output.append(bigEndian: UInt64(number), size: size) }
    }

    private func isEqual(_ candidate: UInt32, _ range: Range<Int>) -> Bool {
        guard case .encoded(let other) = objects[Int(candidate)] else { return false }
        return bytes.view[other] == bytes.view[range]
    }
}

/// Sizes of numbers in a binary property list.
enum BinaryNumbers {
    /// 1, 2, 4 or 8: the smallest size that holds `number`.
    static func size(of number: UInt64) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }
}

extension OutputBuffer {
    mutating func append(bigEndian number: UInt64, size: Int) {
        for index in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - index)))) }
    }

    /// A marker with a count: in its low four bits, or as an integer behind it.
    mutating func append(binaryMarker marker: UInt8, count: Int) {
        guard count >= 15 else { return append(marker | UInt8(truncatingIfNeeded: count)) }
        append(marker | 15)
        append(binaryInteger: count)
    }

    /// One, two and four bytes are unsigned, eight are signed.
    mutating func append(binaryInteger number: Int) {
        let size = number < 0 ? 8 : BinaryNumbers.size(of: UInt64(number))
        append(0x10 | UInt8(truncatingIfNeeded: size.trailingZeroBitCount))
        append(bigEndian: UInt64(bitPattern: Int64(number)), size: size)
    }

    /// A text: one byte a character when all is ASCII, else UTF-16.
    mutating func append(binaryText text: ByteView) {
        guard !text.isASCII else {
            append(binaryMarker: 0x50, count: text.count)
            append(text)
            return
        }
        var units: [UInt16] = []
        units.reserveCapacity(text.count)
        units.append(contentsOf: text.string.utf16)
        append(binaryMarker: 0x60, count: units.count)
        for unit in units { append(bigEndian: UInt64(unit), size: 2) }
    }
}
