public import Bytes

/// The proxies whose word is taken for where a request came from: networks, and unix sockets.
public struct TrustedPeers: Sendable, Equatable {
    /// A network: all addresses that share the first `bits` bits with `base`.
    struct Network: Sendable, Equatable {
        var base: NetworkAddress
        var bits: Int
    }

    private var networks: [Network] = []

    /// Nobody but the peers of unix sockets, which file permissions guard.
    public init() {}

    /// Adds `address`, `address/bits` or `unix` (which is there already); false when `text` is none of these.
    public mutating func add(_ text: ByteView) -> Bool {
        if text == ByteView("unix") { return true }
        let slash = text.firstIndex(of: UInt8(ascii: "/")) ?? text.count
        guard let base = NetworkAddress(parsing: text.prefix(slash)) else { return false }
        let most = base.family == .ip4 ? 32 : 128
        var bits = most
        if slash < text.count {
            guard let given = DecimalNumber.value(of: text.dropFirst(slash + 1)), given <= most else { return false }
            bits = given
        }
        networks.append(Network(base: base, bits: bits))
        return true
    }

    /// Adds an entry as `add(_:)` does.
    public mutating func add(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { unsafe add(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Whether `peer` is one of them.
    public func contains(_ peer: NetworkAddress) -> Bool {
        if peer.family == .unix { return true }
        return networks.contains { $0.contains(peer) }
    }
}

extension TrustedPeers.Network {
    func contains(_ peer: NetworkAddress) -> Bool {
        guard peer.family == base.family else { return false }
        if peer.family == .ip4 { return Self.agree(peer.low << 32, base.low << 32, bits: bits) }
        return Self.agree(peer.high, base.high, bits: min(bits, 64))
            && Self.agree(peer.low, base.low, bits: max(0, bits - 64))
    }

    private static func agree(_ one: UInt64, _ other: UInt64, bits: Int) -> Bool {
        bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
    }
}
