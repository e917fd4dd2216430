public import Bytes
internal import CBytes

/// What a look at the bytes received so far found.
public enum RequestParse: Equatable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// A head of this many bytes, with empty lines before it, was read into the request.
    case complete(length: Int)
    /// No request can be read here, nor behind it: answer once and close.
    case refused(RequestParseError)
}

/// Reads request heads (RFC 9112 §2–§6) on octets: strict, in one pass, without allocation.
///
/// The result depends only on the bytes, not on how they were cut into segments.
public struct RequestParser: Sendable {
    /// What is too large.
    public let limits: RequestLimits

    /// A parser with these limits.
    public init(limits: RequestLimits = .default) {
        self.limits = limits
    }

    /// Looks for one head at the start of `bytes` and fills `request`, whose views then look into `bytes`.
    ///
    /// About five instructions a byte. Cost is linear in the head; nothing behind the head is touched.
    public func parse(_ bytes: ByteView, into request: inout HTTPRequest) -> RequestParse {
        request.reset()
        do throws(RequestParseError) {
            var scanner = HeadScanner(bytes, limits: limits)
            guard try scanner.skipEmptyLines() else { return .incomplete }
            request.head = bytes.dropFirst(scanner.position)
            scanner.origin = scanner.position
            guard try scanner.readRequestLine(into: &request) else { return .incomplete }
            guard try scanner.readFields(into: &request) else { return .incomplete }
            request.head = request.head.prefix(scanner.position - scanner.origin)
            // What is wrong with the target only is told after the fields are read: they say in which language.
            if scanner.hasStrayOctets { throw .malformedTarget }
            try request.splitTarget(firstSpecial: scanner.special)
            try request.judge(limits: limits)
            return .complete(length: scanner.position)
        } catch {
            return .refused(error)
        }
    }
}

/// A cursor over the bytes of a head.
///
/// Only this type and its extensions touch the raw bytes; every read is checked against `end` first.
@safe
struct HeadScanner {
    let start: UnsafePointer<UInt8>
    /// Where bytes end: what was received, or the limit of a head.
    let end: Int
    /// Whether bytes were left out because they lie beyond the limit of a head.
    let isCut: Bool
    let limits: RequestLimits
    var position = 0
    /// Where the request line begins.
    var origin = 0
    /// Where in the target the first `%`, `?` or `#` stands; its length if there is none.
    var special = 0
    /// Whether the target holds octets that no target may hold.
    var hasStrayOctets = false

    init(_ bytes: ByteView, limits: RequestLimits) {
        unsafe start = bytes.pointer
        end = min(bytes.count, limits.headBytes)
        isCut = bytes.count > limits.headBytes
        self.limits = limits
    }

    /// Called where bytes end in the middle of a line: nil means "wait for more".
    func needMore() throws(RequestParseError) -> Bool {
        guard end >= limits.headBytes else { return false }
        throw .headTooLarge(limit: limits.headBytes)
    }

    /// Skips CR LF pairs before the request line (RFC 9112 §2.2); false when bytes end before a request line begins.
    mutating func skipEmptyLines() throws(RequestParseError) -> Bool {
        while position < end {
            let byte = unsafe start[position]
            if byte == UInt8(ascii: "\n") { throw .bareLineFeed }
            guard byte == UInt8(ascii: "\r") else { return true }
            guard position + 1 < end else { break }
            guard unsafe start[position + 1] == UInt8(ascii: "\n") else { throw .malformedRequestLine }
            position += 2
        }
        return try needMore()
    }

    /// The first position at or after `from` whose byte is no token octet, or `end`.
    @inline(__always)
    func tokenEnd(from: Int) -> Int {
        unsafe cbytes_token_end(start, from, end)
    }
}

/// Which octets may stand where.
struct ByteClass {
    let rawValue: UInt8
    /// `tchar` of RFC 9110 §5.6.2.
    static var token: ByteClass { ByteClass(rawValue: UInt8(CBYTES_TOKEN)) }
    /// What a host name may hold.
    static var host: ByteClass { ByteClass(rawValue: UInt8(CBYTES_HOST)) }
    /// What stands for itself in a request target.
    static var target: ByteClass { ByteClass(rawValue: UInt8(CBYTES_TARGET)) }

    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool { cbytes_has(byte, token.rawValue) != 0 }

    /// Whether `byte` is space or TAB, the only white space there is in a head.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension ByteView {
    /// How many bytes from `from` on belong to `kind`.
    @inline(__always)
    func span(of kind: ByteClass, from: Int = 0) -> Int {
        let rest = dropFirst(from)
        return unsafe cbytes_span(rest.pointer, rest.count, kind.rawValue)
    }
}
