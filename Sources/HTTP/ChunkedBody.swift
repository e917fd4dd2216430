public import Bytes

/// Finds the end of a chunked body (RFC 9112 §7.1), dropping what is in it; may be fed in pieces of any size.
///
/// Trailer fields are checked like fields of the head and dropped: they never frame anything (RFC 9110 §6.5.1).
public struct ChunkedBody: Sendable {
    private enum State: UInt8 {
        case sizeStart, size, blankAfterSize, chunkExtension, quoted, quotedPair, sizeLineFeed
        case content, contentReturn, contentLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, endLineFeed, done
    }

    private var state = State.sizeStart
    private var digits: UInt8 = 0
    /// Bytes left of this chunk; while its size is read, the size so far.
    private var remaining = 0
    /// Bytes of size lines and trailers so far, without the digits.
    private var extras: UInt32 = 0
    private var total = 0

    /// A body of which nothing was seen.
    public init() {}

    /// Extensions and trailers together may be this long: nobody needs them, and they cost a sender nothing.
    private static let extraBytes: UInt32 = 16 * 1024

    /// Whether the last byte was seen.
    public var isComplete: Bool { state == .done }

    /// Reads on and returns how many of `bytes` belong to the body: all of them unless it is complete now.
    public mutating func consume(_ bytes: ByteView, limit: Int) throws(RequestParseError) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .content {
                let length = min(remaining, bytes.count - index)
                index += length
                remaining -= length
                if remaining == 0 { state = .contentReturn }
            } else {
                try step(bytes[index], limit: limit)
                index += 1
            }
        }
        total += index
        guard total <= limit else { throw .bodyTooLarge(limit: limit) }
        return index
    }

    private mutating func step(_ byte: UInt8, limit: Int) throws(RequestParseError) {
        switch state {
        case .sizeStart, .size: try readSize(byte, limit: limit)
        case .blankAfterSize, .chunkExtension, .quoted, .quotedPair: try readExtension(byte)
        case .sizeLineFeed:
            try expect(byte, UInt8(ascii: "\n"))
            state = remaining == 0 ? .trailerStart : .content
            digits = 0
        case .contentReturn: try go(to: .contentLineFeed, byte, UInt8(ascii: "\r"))
        case .contentLineFeed:
            try go(to: .sizeStart, byte, UInt8(ascii: "\n"))
            remaining = 0
        case .trailerStart, .trailerName, .trailerValue: try readTrailer(byte)
        case .trailerLineFeed: try go(to: .trailerStart, byte, UInt8(ascii: "\n"))
        case .endLineFeed: try go(to: .done, byte, UInt8(ascii: "\n"))
        case .content, .done: break
        }
    }

    private mutating func readSize(_ byte: UInt8, limit: Int) throws(RequestParseError) {
        if let digit = ASCII.hexValue(byte) {
            // Sixteen digits fill 64 bits; the value is bounded before the next digit can overflow it.
            guard digits < 16 else { throw .malformedChunk }
            digits += 1
            guard remaining <= limit else { throw .bodyTooLarge(limit: limit) }
            remaining = remaining << 4 | Int(digit)
            state = .size
            return
        }
        guard state == .size else { throw .malformedChunk }
        guard remaining <= limit else { throw .bodyTooLarge(limit: limit) }
        switch byte {
        case UInt8(ascii: "\r"): state = .sizeLineFeed
        case UInt8(ascii: ";"): state = .chunkExtension
        case 0x20, 0x09: state = .blankAfterSize
        default: throw .malformedChunk
        }
    }

    private mutating func readExtension(_ byte: UInt8) throws(RequestParseError) {
        try countExtra()
        if byte == UInt8(ascii: "\r"), state == .chunkExtension {
            state = .sizeLineFeed
            return
        }
        guard byte >= 0x20 || byte == 0x09, byte != 0x7f else { throw .malformedChunk }
        switch (state, byte) {
        case (.blankAfterSize, UInt8(ascii: ";")): state = .chunkExtension
        case (.blankAfterSize, 0x20), (.blankAfterSize, 0x09): break
        case (.blankAfterSize, _): throw .malformedChunk
        case (.chunkExtension, UInt8(ascii: "\"")): state = .quoted
        case (.quoted, UInt8(ascii: "\"")): state = .chunkExtension
        case (.quoted, UInt8(ascii: "\\")): state = .quotedPair
        case (.quotedPair, _): state = .quoted
        default: break
        }
    }

    private mutating func readTrailer(_ byte: UInt8) throws(RequestParseError) {
        try countExtra()
        switch state {
        case .trailerStart where byte == UInt8(ascii: "\r"): state = .endLineFeed
        case .trailerName where byte == UInt8(ascii: ":"): state = .trailerValue
        case .trailerStart, .trailerName:
            guard ByteClass.isToken(byte) else { throw .malformedChunk }
            state = .trailerName
        default:
            if byte == UInt8(ascii: "\r") {
                state = .trailerLineFeed
            } else if byte < 0x20 && byte != 0x09 || byte == 0x7f {
                throw .malformedChunk
            }
        }
    }

    private mutating func countExtra() throws(RequestParseError) {
        extras += 1
        guard extras <= Self.extraBytes else { throw .malformedChunk }
    }

    private func expect(_ byte: UInt8, _ wanted: UInt8) throws(RequestParseError) {
        guard byte == wanted else { throw .malformedChunk }
    }

    private mutating func go(to next: State, _ byte: UInt8, _ wanted: UInt8) throws(RequestParseError) {
        try expect(byte, wanted)
        state = next
    }
}
