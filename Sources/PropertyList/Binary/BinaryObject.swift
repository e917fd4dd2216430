internal import Bytes

/// One object of a binary property list, taken apart; every length checked against the place of the table.
enum BinaryObject {
    case boolean(Bool)
    case integer(UInt64, isUnsigned: Bool)
    case real(Double)
    case date(PropertyListDate)
    case uid(UInt64)
    /// Where the bytes are.
    case data(offset: Int, count: Int)
    case text(offset: Int, count: Int)
    case utf16(offset: Int, units: Int)
    /// Where the references are, and how many members there are.
    case array(offset: Int, count: Int)
    case dictionary(offset: Int, count: Int)
}

/// Takes objects apart.
struct BinaryObjectReader {
    let file: ByteView
    let trailer: BinaryTrailer

    /// What is wrong with an object.
    struct Problem: Error {
        let sentence: String
    }

    /// Where object `number` begins.
    func offset(of number: Int) throws(Problem) -> Int {
        let place = trailer.tableStart + number * trailer.offsetSize
        let offset = file.bigEndian(at: place, size: trailer.offsetSize)
        guard offset >= UInt64(BinaryTrailer.headerBytes), offset < UInt64(trailer.tableStart) else {
            throw Problem(sentence: "object \(number) is said to begin at byte \(offset), where no object can be")
        }
        return Int(offset)
    }

    /// The object at `offset`, which must lie inside.
    func object(at offset: Int) throws(Problem) -> BinaryObject {
        let marker = file[offset]
        let low = Int(marker & 15)
        switch marker >> 4 {
        case 0x0: return try singleton(marker, offset)
        case 0x1: return try integer(exponent: low, offset)
        case 0x2: return try real(exponent: low, offset)
        case 0x3 where low == 3: return try date(offset)
        case 0x8: return try uid(bytes: low + 1, offset)
        case 0x4:
            let (start, count) = try extent(low, offset, unit: 1)
            return .data(offset: start, count: count)
        case 0x5:
            let (start, count) = try extent(low, offset, unit: 1)
            guard file[start..<start + count].isUTF8 else {
                throw Problem(sentence: "the text at byte \(offset) is neither ASCII nor UTF-8")
            }
            return .text(offset: start, count: count)
        case 0x6:
            let (start, count) = try extent(low, offset, unit: 2)
            return .utf16(offset: start, units: count)
        case 0xA:
            let (start, count) = try extent(low, offset, unit: trailer.referenceSize)
            return .array(offset: start, count: count)
        case 0xD:
            let (start, count) = try extent(low, offset, unit: 2 * trailer.referenceSize)
            return .dictionary(offset: start, count: count)
        default: throw unknown(marker, offset)
        }
    }

    private func singleton(_ marker: UInt8, _ offset: Int) throws(Problem) -> BinaryObject {
        switch marker {
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(marker, offset)
        }
    }

    private func integer(exponent: Int, _ offset: Int) throws(Problem) -> BinaryObject {
        guard exponent <= 4 else { throw unknown(file[offset], offset) }
        let size = 1 << exponent
        try require(size, after: offset)
        guard size == 16 else {
            // Up to four bytes are unsigned, eight are signed.
            return .integer(file.bigEndian(at: offset + 1, size: size), isUnsigned: false)
        }
        let (high, low) = (file.bigEndian(at: offset + 1, size: 8), file.bigEndian(at: offset + 9, size: 8))
        let isSmall = low <= UInt64(Int64.max)
        guard high == 0 || (high == .max && !isSmall) else {
            throw Problem(
                sentence: "the integer at byte \(offset) is outside -9223372036854775808 to 18446744073709551615"
            )
        }
        return .integer(low, isUnsigned: high == 0 && !isSmall)
    }

    private func real(exponent: Int, _ offset: Int) throws(Problem) -> BinaryObject {
        guard exponent == 2 || exponent == 3 else { throw unknown(file[offset], offset) }
        try require(1 << exponent, after: offset)
        let bits = file.bigEndian(at: offset + 1, size: 1 << exponent)
        if exponent == 3 { return .real(Double(bitPattern: bits)) }
        return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    }

    private func date(_ offset: Int) throws(Problem) -> BinaryObject {
        try require(8, after: offset)
        let seconds = Double(bitPattern: file.bigEndian(at: offset + 1, size: 8))
        guard let date = PropertyListDate(checking: seconds) else {
            throw Problem(sentence: "the date at byte \(offset) lies outside the years 0000 to 9999")
        }
        return .date(date)
    }

    private func uid(bytes: Int, _ offset: Int) throws(Problem) -> BinaryObject {
        try require(bytes, after: offset)
        let head = max(0, bytes - 8)
        let isSmall = (0..<head).allSatisfy { file[offset + 1 + $0] == 0 }
        guard isSmall else { throw Problem(sentence: "the uid at byte \(offset) is above 18446744073709551615") }
        return .uid(file.bigEndian(at: offset + 1 + head, size: bytes - head))
    }

    /// Where the content of the object at `offset` begins and how many units it has; they fit before the table.
    private func extent(_ low: Int, _ offset: Int, unit: Int) throws(Problem) -> (start: Int, count: Int) {
        var (start, count) = (offset + 1, UInt64(low))
        if low == 15 {
            try require(1, after: offset)
            let marker = file[start]
            guard marker >> 4 == 1, marker & 15 <= 3 else {
                throw Problem(
                    sentence: "the object at byte \(offset) has no length: an integer was due at byte \(start)"
                )
            }
            let size = 1 << Int(marker & 15)
            try require(size, after: start)
            count = file.bigEndian(at: start + 1, size: size)
            start += 1 + size
        }
        // A negative length is a very large one here.
        guard count <= UInt64((trailer.tableStart - start) / unit) else {
            throw Problem(sentence: "the object at byte \(offset) is longer than the file: its length is \(count)")
        }
        return (start, Int(count))
    }

    private func require(_ bytes: Int, after offset: Int) throws(Problem) {
        guard bytes <= trailer.tableStart - offset - 1 else {
            throw Problem(sentence: "the object at byte \(offset) reaches into the table of objects")
        }
    }

    private func unknown(_ marker: UInt8, _ offset: Int) -> Problem {
        let name: String? =
            switch marker {
            case 0x00: "null"
            case 0x0C, 0x0D: "a URL"
            case 0x0E: "a UUID"
            case 0xB0...0xBF: "an ordered set"
            case 0xC0...0xCF: "a set"
            default: nil
            }
        guard let name else {
            return Problem(sentence: "the object at byte \(offset) is of unknown kind \(Hex.byte(marker))")
        }
        return Problem(sentence: "the object at byte \(offset) is \(name), which no property list holds")
    }
}
