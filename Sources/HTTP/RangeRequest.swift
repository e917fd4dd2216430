public import Bytes

/// The `Range` of a request (RFC 9110 §14).
public enum RangeRequest: Equatable, Sendable {
    /// There is none, or none that is understood: answer with everything.
    case whole
    /// These bytes of the content: answer 206. Never empty, always inside.
    case part(Range<Int>)
    /// No byte of the content is meant: answer 416.
    case unsatisfiable

    /// Reads `bytes=first-last`, `bytes=first-` or `bytes=-suffix` for content of `size` bytes.
    ///
    /// Several ranges are answered with everything: that is allowed (RFC 9110 §14.2), and no list of them can then cost more
    /// than one content.
    public init(_ value: ByteView, size: Int) {
        let unit = ByteView("bytes=")
        guard value.prefix(unit.count).equalsIgnoringCase(unit) else {
            self = .whole
            return
        }
        let spec = value.dropFirst(unit.count).trimmingBlanks
        guard spec.firstIndex(of: UInt8(ascii: ",")) == nil, let dash = spec.firstIndex(of: UInt8(ascii: "-")) else {
            self = .whole
            return
        }
        self = Self.range(first: spec.prefix(dash), last: spec.dropFirst(dash + 1), size: size)
    }

    private static func range(first: ByteView, last: ByteView, size: Int) -> RangeRequest {
        guard let start = DecimalNumber.value(of: first) else {
            // A suffix: the last so many bytes.
            guard first.isEmpty, let count = DecimalNumber.value(of: last) else { return .whole }
            return count == 0 || size == 0 ? .unsatisfiable : .part(size - min(count, size)..<size)
        }
        if last.isEmpty { return start < size ? .part(start..<size) : .unsatisfiable }
        guard let end = DecimalNumber.value(of: last), end >= start else { return .whole }
        return start < size ? .part(start..<min(end, size - 1) + 1) : .unsatisfiable
    }

    /// What `request` asks of content of `size` bytes; always `.whole` unless it is a GET.
    public init(_ request: borrowing HTTPRequest, size: Int) {
        guard request.method == .get, let value = request[.range], request.isOnlyLine(of: .range) else {
            self = .whole
            return
        }
        self.init(value, size: size)
    }
}
