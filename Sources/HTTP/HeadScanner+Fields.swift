internal import Bytes
internal import CBytes

extension HeadScanner {
    /// Reads field lines up to the empty line (RFC 9112 §5); false when bytes end before it.
    ///
    /// Works on copies of the scanner's and the request's places, which then stay in registers.
    mutating func readFields(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let (start, end, origin) = unsafe (self.start, self.end, self.origin)
        let limit = min(limits.fields, request.fieldLimit)
        var table = unsafe FieldTable(slots: request.slots, kinds: request.kinds, firsts: request.firsts)
        // Also of a head that is refused the lines before the fault are known: its page is in the reader's language.
        defer { request.fieldCount = table.count }
        var line = position
        while line < end {
            let byte = unsafe start[line]
            if byte == UInt8(ascii: "\r") {
                position = line
                return try readEmptyLine()
            }
            guard !ByteClass.isBlank(byte) else { throw .foldedField }
            let colon = unsafe cbytes_token_end(start, line, end)
            guard colon < end else { break }
            guard colon > line, unsafe start[colon] == UInt8(ascii: ":") else { throw nameError(at: colon) }
            guard let stop = unsafe try Self.valueEnd(start, from: colon &+ 1, end: end) else { break }
            guard table.count < limit else { throw .tooManyFields(limit: limit) }
            var (from, to) = (colon &+ 1, stop)
            while from < to, unsafe ByteClass.isBlank(start[from]) { from &+= 1 }
            while to > from, unsafe ByteClass.isBlank(start[to &- 1]) { to &-= 1 }
            let name = unsafe ByteView(start: start + line, count: colon &- line)
            table.add(
                HTTPFieldName(token: name),
                HTTPRequest.FieldSlot(
                    name: UInt32(truncatingIfNeeded: line &- origin),
                    nameCount: UInt32(truncatingIfNeeded: colon &- line),
                    value: UInt32(truncatingIfNeeded: from &- origin),
                    valueCount: UInt32(truncatingIfNeeded: to &- from),
                )
            )
            line = stop &+ 2
        }
        return try needMore()
    }

    private mutating func readEmptyLine() throws(RequestParseError) -> Bool {
        guard position + 1 < end else { return try needMore() }
        guard unsafe start[position + 1] == UInt8(ascii: "\n") else { throw .malformedFieldName }
        position += 2
        return true
    }

    private func nameError(at index: Int) -> RequestParseError {
        unsafe start[index] == UInt8(ascii: "\n") ? .bareLineFeed : .malformedFieldName
    }

    /// Where the value that begins at `from` ends, before its CR LF; nil when bytes end first.
    @inline(__always)
    private static func valueEnd(
        _ start: UnsafePointer<UInt8>,
        from: Int,
        end: Int,
    ) throws(RequestParseError) -> Int? {
        var index = from
        while true {
            index = unsafe cbytes_control_place(start, index, end)
            guard index < end else { return nil }
            let byte = unsafe start[index]
            if byte == UInt8(ascii: "\t") {
                index &+= 1
                continue
            }
            guard byte == UInt8(ascii: "\r") else {
                throw byte == UInt8(ascii: "\n") ? .bareLineFeed : .malformedFieldValue
            }
            guard index &+ 1 < end else { return nil }
            // A CR alone is never a line end (RFC 9112 §2.2).
            guard unsafe start[index &+ 1] == UInt8(ascii: "\n") else { throw .malformedFieldValue }
            return index
        }
    }
}

/// The table of fields of a request while it is filled; the caller sees that there is room.
@safe
private struct FieldTable {
    let slots: UnsafeMutablePointer<HTTPRequest.FieldSlot>
    let kinds: UnsafeMutablePointer<UInt8>
    let firsts: UnsafeMutablePointer<UInt8>
    var count = 0

    @inline(__always)
    mutating func add(_ name: HTTPFieldName, _ slot: HTTPRequest.FieldSlot) {
        unsafe slots[count] = slot
        unsafe kinds[count] = name.rawValue
        count &+= 1
        if unsafe firsts[Int(name.rawValue)] == 0 {
            unsafe firsts[Int(name.rawValue)] = UInt8(truncatingIfNeeded: count)
        }
    }
}

extension HTTPRequest {
    /// Forgets the last head; the table of fields stays.
    public mutating func reset() {
        let words = unsafe UnsafeMutableRawPointer(firsts)
        var offset = 0
        while offset < Self.nameCount {
            unsafe words.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        head = .empty
        methodPlace = .nowhere
        targetPlace = .nowhere
        pathPlace = .nowhere
        queryPlace = .nowhere
        hasQuery = false
        fieldCount = 0
        framing = .none
        saysClose = false
        saysKeepAlive = false
        expectsContinue = false
        method = .unknown
        host = .empty
        isSecure = false
        forwardedPrefix = .empty
        requestID = .empty
    }
}
