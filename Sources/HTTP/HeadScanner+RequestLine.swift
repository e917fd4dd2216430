internal import Bytes
internal import CBytes

extension HeadScanner {
    /// Reads `METHOD SP TARGET SP HTTP/1.D CR LF` (RFC 9112 §3); false when bytes end before it does.
    mutating func readRequestLine(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        guard try readMethod(into: &request), try readTarget(into: &request) else { return false }
        return try readVersion(into: &request)
    }

    @inline(__always)
    private mutating func readMethod(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        if position + 4 <= end, unsafe Self.word(UInt32.self, start + position) == Self.getAndSpace {
            request.methodPlace = HTTPRequest.Place(start: 0, end: 3)
            request.method = .get
            position += 4
            return true
        }
        return try readOtherMethod(into: &request)
    }

    private mutating func readOtherMethod(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let index = tokenEnd(from: position)
        guard index - origin <= Self.methodBytes else { throw .malformedMethod }
        guard index < end else { return try needMore() }
        guard index > position, unsafe start[index] == 0x20 else { throw .malformedMethod }
        request.methodPlace = HTTPRequest.Place(start: 0, end: index - origin)
        request.method = HTTPMethod(named: request.methodName)
        position = index + 1
        return true
    }

    /// `GET ` and `HTTP/1.1`, as they lie in memory.
    private static var getAndSpace: UInt32 { UInt32(littleEndian: 0x2054_4547) }
    private static var version11: UInt64 { UInt64(littleEndian: 0x312e_312f_5054_5448) }

    @inline(__always)
    static func word<Word: FixedWidthInteger & BitwiseCopyable>(
        _ type: Word.Type,
        _ place: UnsafePointer<UInt8>,
    ) -> Word {
        unsafe UnsafeRawPointer(place).loadUnaligned(as: type)
    }

    /// Longer than any registered method.
    private static var methodBytes: Int { 64 }

    @inline(__always)
    private mutating func readTarget(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let scan = unsafe cbytes_scan_target(start, position, end)
        var index = scan.end
        special = scan.special - position
        guard index - position <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
        guard index < end else { return try needMore() }
        if unsafe start[index] != 0x20 {
            index = strayEnd(from: index)
            guard index - position <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
            guard index < end else { return try needMore() }
        }
        guard index > position, unsafe start[index] == 0x20 else { throw .malformedTarget }
        request.targetPlace = HTTPRequest.Place(start: position - origin, end: index - origin)
        position = index + 1
        return true
    }

    /// Notes that the target holds what none may hold, and returns where it ends all the same: at a space or a control.
    private mutating func strayEnd(from: Int) -> Int {
        var index = from
        while index < end, unsafe start[index] > 0x20, unsafe start[index] != 0x7F { index += 1 }
        hasStrayOctets = hasStrayOctets || index > from
        return index
    }

    @inline(__always)
    private mutating func readVersion(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        if position + 10 <= end, unsafe Self.word(UInt64.self, start + position) == Self.version11,
            unsafe start[position + 8] == UInt8(ascii: "\r"), unsafe start[position + 9] == UInt8(ascii: "\n")
        {
            request.minorVersion = 1
            position += 10
            return true
        }
        return try readOtherVersion(into: &request)
    }

    private mutating func readOtherVersion(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let version = ByteView("HTTP/1.1\r\n")
        var index = 0
        var isOther = false
        while index < version.count {
            guard position + index < end else { return try needMore() }
            let byte = unsafe start[position + index]
            if index == 5 || index == 7 {
                guard ASCII.isDigit(byte) else { throw .malformedRequestLine }
                if index == 5 { isOther = byte != UInt8(ascii: "1") } else { request.minorVersion = byte & 15 }
            } else if byte != version[index] {
                throw byte == UInt8(ascii: "\n") && index == 8 ? .bareLineFeed : .malformedRequestLine
            }
            index += 1
        }
        if isOther { throw .unsupportedVersion }
        // RFC 9110 §2.5: a later minor version is served as the highest that is known.
        request.minorVersion = min(request.minorVersion, 1)
        position += version.count
        return true
    }
}
