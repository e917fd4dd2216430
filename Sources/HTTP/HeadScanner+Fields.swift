internal import Bytes

extension HeadScanner {
    /// Reads field lines up to the empty line (RFC 9112 §5); false when bytes end before it.
    mutating func readFields(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        while position < end {
            let byte = unsafe start[position]
            if byte == UInt8(ascii: "\r") { return try readEmptyLine() }
            guard !ByteClass.isBlank(byte) else { throw .foldedField }
            guard try readField(into: &request) else { return false }
        }
        return try needMore()
    }

    private mutating func readEmptyLine() throws(RequestParseError) -> Bool {
        guard position + 1 < end else { return try needMore() }
        guard unsafe start[position + 1] == UInt8(ascii: "\n") else { throw .malformedFieldName }
        position += 2
        return true
    }

    @inline(__always)
    private mutating func readField(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let colon = tokenEnd(from: position)
        guard colon < end else { return try needMore() }
        guard colon > position, unsafe start[colon] == UInt8(ascii: ":") else { throw nameError(at: colon) }
        guard let stop = try valueEnd(from: colon &+ 1) else { return try needMore() }
        guard request.fieldCount < min(limits.fields, request.fieldLimit) else {
            throw .tooManyFields(limit: min(limits.fields, request.fieldLimit))
        }
        var (from, to) = (colon &+ 1, stop)
        while from < to, unsafe ByteClass.isBlank(start[from]) { from &+= 1 }
        while to > from, unsafe ByteClass.isBlank(start[to &- 1]) { to &-= 1 }
        let name = unsafe ByteView(start: start + position, count: colon &- position)
        request.add(
            HTTPFieldName(token: name),
            HTTPRequest.FieldSlot(
                name: UInt32(truncatingIfNeeded: position &- origin),
                nameCount: UInt32(truncatingIfNeeded: colon &- position),
                value: UInt32(truncatingIfNeeded: from &- origin),
                valueCount: UInt32(truncatingIfNeeded: to &- from),
            )
        )
        position = stop &+ 2
        return true
    }

    private func nameError(at index: Int) -> RequestParseError {
        unsafe start[index] == UInt8(ascii: "\n") ? .bareLineFeed : .malformedFieldName
    }

    /// Where the value that begins at `from` ends, before its CR LF; nil when bytes end first.
    @inline(__always)
    private func valueEnd(from: Int) throws(RequestParseError) -> Int? {
        var index = from
        while true {
            index = controlPosition(from: index)
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

    /// Adds one line; the caller saw that there is room.
    @inline(__always)
    mutating func add(_ name: HTTPFieldName, _ slot: FieldSlot) {
        unsafe slots[fieldCount] = slot
        unsafe kinds[fieldCount] = name.rawValue
        fieldCount &+= 1
        if unsafe firsts[Int(name.rawValue)] == 0 {
            unsafe firsts[Int(name.rawValue)] = UInt8(truncatingIfNeeded: fieldCount)
        }
    }
}
