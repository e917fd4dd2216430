internal import Bytes

extension HTMLContext {
    /// The context after one literal byte of an address.
    mutating func advanceAddress(_ byte: UInt8) throws(Refusal) {
        trackReference(byte)
        if attribute == .addressSet, advanceCandidate(byte) { return }
        switch address {
        case .start: if byte > 0x20 { try advanceScheme(byte) }
        case .scheme, .undecided: try advanceScheme(byte)
        case .path: if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { address = .query }
        case .query, .unknownScheme, .descriptor: break
        }
    }

    /// A value right after `&`, `&#` or `&#5` would complete a character reference, which could be any character.
    private mutating func trackReference(_ byte: UInt8) {
        if byte == UInt8(ascii: "&") {
            inReference = true
        } else if !ASCII.isLetter(byte), !ASCII.isDigit(byte), byte != UInt8(ascii: "#") {
            inReference = false
        }
    }

    /// Before the scheme is known.
    private mutating func advanceScheme(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"): decide(.path)
        case UInt8(ascii: "?"), UInt8(ascii: "#"): decide(.query)
        case UInt8(ascii: "&"):
            throw Refusal("a character reference before the path of an address could spell a scheme: write it out")
        case UInt8(ascii: ":"): try endScheme()
        case 0...0x20: throw Refusal("white space inside an address")
        default:
            guard address != .undecided else { return }
            address = .scheme
            name.append(ASCII.lowercased(byte))
        }
    }

    private mutating func endScheme() throws(Refusal) {
        guard address != .undecided else {
            throw Refusal("the scheme of this address would come from a value: give the whole address in one value")
        }
        let scheme = String(decoding: name, as: UTF8.self)
        let known = URLEscaping.schemes.contains { $0.description == scheme }
        decide(known ? .path : .unknownScheme)
    }

    private mutating func decide(_ part: AddressPart) {
        address = part
        name = []
    }

    /// White space ends a candidate's address, a comma ends the candidate. True when the byte did.
    private mutating func advanceCandidate(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: ","), address != .unknownScheme {
            // Also right inside an address: there a browser may take it as part of it, and a value after it is then
            // percent-encoded or checked in any case.
            decide(.start)
            return true
        }
        guard Self.isSpace(byte) else { return false }
        if address != .start { decide(.descriptor) }
        return true
    }
}
