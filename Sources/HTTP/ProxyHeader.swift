public import Bytes

/// The header of the PROXY protocol, versions 1 and 2, which a proxy sends before anything of its client.
public enum ProxyHeader {
    /// What a look at the first bytes found.
    public enum Outcome: Equatable, Sendable {
        /// More bytes are needed.
        case incomplete
        /// This is no such header: the connection must be closed.
        case malformed
        /// A header of this many bytes; `source` is the client, nil when the proxy speaks for itself (LOCAL, UNKNOWN).
        case complete(length: Int, source: NetworkAddress?)
    }

    private static let signature: StaticString = "\r\n\r\n\0\r\nQUIT\n"
    /// The longest line of version 1, with its CR LF.
    private static var lineBytes: Int { 107 }
    /// The most that addresses and further fields of version 2 may take; real ones stay far below.
    private static var mostBytes: Int { 4096 }

    /// Looks for a header at the start of `bytes`.
    public static func parse(_ bytes: ByteView) -> Outcome {
        guard !bytes.isEmpty else { return .incomplete }
        if bytes[0] == UInt8(ascii: "P") { return parseLine(bytes) }
        let signature = ByteView(signature)
        let shared = min(bytes.count, signature.count)
        guard bytes.prefix(shared) == signature.prefix(shared) else { return .malformed }
        return bytes.count < 16 ? .incomplete : parseBinary(bytes)
    }

    /// `PROXY TCP4 192.0.2.1 192.0.2.2 56324 443 CR LF`
    private static func parseLine(_ bytes: ByteView) -> Outcome {
        let start = ByteView("PROXY ")
        let shared = min(bytes.count, start.count)
        guard bytes.prefix(shared) == start.prefix(shared) else { return .malformed }
        guard let end = bytes.prefix(lineBytes).firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.count < lineBytes ? .incomplete : .malformed
        }
        guard end > start.count, bytes[end - 1] == UInt8(ascii: "\r") else { return .malformed }
        var words = Words(bytes[start.count..<end - 1])
        guard let family = words.next() else { return .malformed }
        if family == ByteView("UNKNOWN") { return .complete(length: end + 1, source: nil) }
        guard let source = words.next().flatMap({ NetworkAddress(parsing: $0) }),
            let target = words.next().flatMap({ NetworkAddress(parsing: $0) }),
            let port = words.next().flatMap({ Self.port($0) }), words.next().flatMap({ Self.port($0) }) != nil,
            words.next() == nil,
            source.family == target.family
        else { return .malformed }
        let isRight = source.family == .ip4 ? family == ByteView("TCP4") : family == ByteView("TCP6")
        guard isRight || family == ByteView("TCP6") else { return .malformed }
        return .complete(length: end + 1, source: source.with(port: port))
    }

    private static func port(_ text: ByteView) -> UInt16? {
        text.count <= 5 ? DecimalNumber.value(of: text).flatMap { UInt16(exactly: $0) } : nil
    }

    private static func parseBinary(_ bytes: ByteView) -> Outcome {
        let length = 16 + (Int(bytes[14]) << 8 | Int(bytes[15]))
        guard bytes[12] >> 4 == 2, bytes[12] & 15 <= 1, length <= 16 + mostBytes else { return .malformed }
        guard bytes.count >= length else { return .incomplete }
        if bytes[12] & 15 == 0 { return .complete(length: length, source: nil) }
        let body = bytes[16..<length]
        switch bytes[13] {
        case 0x11:
            guard body.count >= 12 else { return .malformed }
            let source = NetworkAddress(family: .ip4, low: number(body[0..<4]))
            return .complete(length: length, source: source.with(port: UInt16(number(body[8..<10]))))
        case 0x21:
            guard body.count >= 36 else { return .malformed }
            let source = NetworkAddress(family: .ip6, high: number(body[0..<8]), low: number(body[8..<16]))
            return .complete(length: length, source: source.with(port: UInt16(number(body[32..<34]))))
        case 0x00, 0x12, 0x22, 0x31, 0x32: return .complete(length: length, source: nil)
        default: return .malformed
        }
    }

    private static func number(_ bytes: ByteView) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<bytes.count { value = value << 8 | UInt64(bytes[index]) }
        return value
    }
}

/// The words of a line, one space between them.
private struct Words {
    private var rest: ByteView?

    init(_ line: ByteView) {
        rest = line
    }

    mutating func next() -> ByteView? {
        guard let line = rest else { return nil }
        let end = line.firstIndex(of: 0x20) ?? line.count
        rest = end < line.count ? line.dropFirst(end + 1) : nil
        return line.prefix(end)
    }
}

extension NetworkAddress {
    /// The same address with this port.
    func with(port: UInt16) -> NetworkAddress {
        var copy = self
        copy.port = port
        return copy
    }
}
