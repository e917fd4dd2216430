public import Bytes

extension HTTPRequest {
    /// The value of the first line of `field`, without the white space around it; nil if there is none.
    @inlinable
    public subscript(field: HTTPFieldName) -> ByteView? {
        let line = unsafe Int(firsts[Int(field.rawValue)])
        return line == 0 || field == .other ? nil : value(on: line &- 1)
    }

    /// The value on a line that is there: the parser saw its place inside the head.
    @inlinable
    func value(on line: Int) -> ByteView {
        let slot = unsafe slots[line]
        return unsafe ByteView(start: head.pointer + Int(slot.value), count: Int(slot.valueCount))
    }

    /// Whether there is a line of `field`.
    @inlinable
    public func has(_ field: HTTPFieldName) -> Bool {
        presentNames & 1 &<< UInt32(field.rawValue) != 0 && field != .other
    }

    /// Whether there is exactly one line of `field`.
    @inline(__always)
    func isOnlyLine(of field: HTTPFieldName) -> Bool {
        has(field) && repeatedNames & 1 &<< UInt32(field.rawValue) == 0
    }

    /// The value of the first line with this name, letters compared without case. Looks at every line.
    public subscript(name: StaticString) -> ByteView? {
        for line in 0..<fieldCount where self.name(at: line).equalsIgnoringCase(ByteView(name)) {
            return value(at: line)
        }
        return nil
    }

    /// The name on a line, from 0; empty when there is no such line.
    public func name(at line: Int) -> ByteView {
        guard line >= 0, line < fieldCount else { return .empty }
        let slot = unsafe slots[line]
        return head[Int(slot.name)..<Int(slot.name) + Int(slot.nameCount)]
    }

    /// The value on a line, from 0; empty when there is no such line.
    public func value(at line: Int) -> ByteView {
        guard line >= 0, line < fieldCount else { return .empty }
        let slot = unsafe slots[line]
        return head[Int(slot.value)..<Int(slot.value) + Int(slot.valueCount)]
    }

    /// The first line of `field` at or after `line`, or nil: for fields that may come on several lines.
    public func line(of field: HTTPFieldName, from line: Int = 0) -> Int? {
        let first = unsafe Int(firsts[Int(field.rawValue)])
        guard first > 0 else { return nil }
        var index = max(first - 1, line)
        while index < fieldCount {
            if unsafe kinds[index] == field.rawValue { return index }
            index += 1
        }
        return nil
    }

    /// Calls `body` with the value of every line of `field`, in order.
    public func forEach(_ field: HTTPFieldName, _ body: (ByteView) -> Void) {
        var next = line(of: field)
        while let index = next {
            body(value(at: index))
            next = line(of: field, from: index + 1)
        }
    }
}
