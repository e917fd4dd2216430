internal import Bytes
internal import CBytes

extension HeadScanner {
    /// Reads field lines up to the empty line (RFC 9112 §5); false when bytes end before it.
    ///
    /// Works on copies of the scanner's and the request's places, which then stay in registers; the names are looked at when
    /// all lines are known.
    mutating func readFields(into request: inout HTTPRequest) throws(RequestParseError) -> Bool {
        let (start, end, origin) = unsafe (self.start, self.end, self.origin)
        let limit = min(limits.fields, request.fieldLimit)
        let slots = unsafe request.slots
        var count = 0
        // Also of a head that is refused the lines before the fault are known: its page is in the reader's language.
        defer { request.nameFields(count: count) }
        var line = position
        while line < end {
            if unsafe start[line] == UInt8(ascii: "\r") {
                position = line
                return try readEmptyLine()
            }
            let colon = unsafe cbytes_name_end(start, line, end)
            guard colon < end else { break }
            guard colon > line, unsafe start[colon] == UInt8(ascii: ":") else { throw nameError(at: colon, of: line) }
            guard let stop = unsafe try Self.valueEnd(start, from: colon &+ 1, end: end) else { break }
            guard count < limit else { throw .tooManyFields(limit: limit) }
            let value = unsafe Self.trimmed(start, from: colon &+ 1, to: stop)
            unsafe slots[count] = HTTPRequest.FieldSlot(
                name: UInt32(truncatingIfNeeded: line &- origin),
                nameCount: UInt32(truncatingIfNeeded: colon &- line),
                value: UInt32(truncatingIfNeeded: value.from &- origin),
                valueCount: UInt32(truncatingIfNeeded: value.to &- value.from),
            )
            count &+= 1
            line = stop &+ 2
        }
        return try needMore()
    }

    /// The places between which a value stands without the blanks around it; at `to` stands the CR of its line.
    @inline(__always)
    private static func trimmed(_ start: UnsafePointer<UInt8>, from: Int, to: Int) -> (from: Int, to: Int) {
        var (from, to) = (from, to)
        if unsafe start[from] == 0x20 { from &+= 1 }
        // Nearly always: one space, then what is neither blank nor the line's end.
        if unsafe start[from] > 0x20 && start[to &- 1] > 0x20 { return (from, to) }
        while from < to, unsafe ByteClass.isBlank(start[from]) { from &+= 1 }
        while to > from, unsafe ByteClass.isBlank(start[to &- 1]) { to &-= 1 }
        return (from, to)
    }

    private mutating func readEmptyLine() throws(RequestParseError) -> Bool {
        guard position + 1 < end else { return try needMore() }
        guard unsafe start[position + 1] == UInt8(ascii: "\n") else { throw .malformedFieldName }
        position += 2
        return true
    }

    private func nameError(at index: Int, of line: Int) -> RequestParseError {
        if unsafe ByteClass.isBlank(start[line]) { return .foldedField }
        return unsafe start[index] == UInt8(ascii: "\n") ? .bareLineFeed : .malformedFieldName
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
            if index &+ 2 <= end, unsafe word(UInt16.self, start + index) == lineEnd { return index }
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
            throw .malformedFieldValue
        }
    }

    /// CR LF, as it lies in memory.
    private static var lineEnd: UInt16 { UInt16(littleEndian: 0x0a0d) }
}

extension HTTPRequest {
    /// Finds out which fields stand on the first `count` lines.
    mutating func nameFields(count: Int) {
        // Copies, so that they stay in registers.
        let (slots, kinds, firsts, start) = unsafe (self.slots, self.kinds, self.firsts, head.pointer)
        var (present, repeated): (UInt32, UInt32) = (0, 0)
        for line in 0..<count {
            let slot = unsafe slots[line]
            let name = unsafe ByteView(start: start + Int(slot.name), count: Int(slot.nameCount))
            let kind = HTTPFieldName(token: name).rawValue
            unsafe kinds[line] = kind
            let bit: UInt32 = 1 &<< UInt32(kind)
            if present & bit == 0 { unsafe firsts[Int(kind)] = UInt8(truncatingIfNeeded: line &+ 1) }
            repeated |= present & bit
            present |= bit
        }
        fieldCount = count
        presentNames = present
        repeatedNames = repeated
    }

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
        presentNames = 0
        repeatedNames = 0
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
