internal import Bytes

extension HeadScanner {
    /// Reads `METHOD SP TARGET SP HTTP/1.D CR LF` (RFC 9112 §3); false when bytes end before it does.
    mutating func readRequestLine(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        guard try readMethod(into: &request), try readTarget(into: &request), try readVersion(into: &request) else {
            return false
        }
        try request.splitTarget()
        return true
    }

    private mutating func readMethod(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let index = tokenEnd(from: position)
        guard index - origin <= Self.methodBytes else { throw .malformedMethod }
        guard index < end else { return try needMore() }
        guard index > position, unsafe start[index] == 0x20 else { throw .malformedMethod }
        request.methodPlace = HTTPRequest.Place(start: 0, end: index - origin)
        request.method = HTTPMethod(named: request.methodName)
        position = index + 1
        return true
    }

    /// Longer than any registered method.
    private static var methodBytes: Int { 64 }

    private mutating func readTarget(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        var index = position
        while index < end, unsafe start[index] &- 0x21 < 0x5e { index &+= 1 }
        guard index - position <= limits.targetBytes else { throw .targetTooLong(limit: limits.targetBytes) }
        guard index < end else { return try needMore() }
        guard index > position, unsafe start[index] == 0x20 else { throw .malformedTarget }
        request.targetPlace = HTTPRequest.Place(start: position - origin, end: index - origin)
        position = index + 1
        return true
    }

    private mutating func readVersion(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
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
