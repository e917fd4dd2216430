/// An IP address with a port, a unix socket's peer, or nothing known: 24 trivial bytes.
public struct NetworkAddress: Sendable, Equatable {
    /// What kind of address this is.
    public enum Family: UInt8, Sendable {
        case unknown
        case ip4
        case ip6
        case unix
    }

    /// What kind of address this is.
    public var family: Family
    /// The port, 0 when not known.
    public var port: UInt16
    /// The first eight bytes of the IPv6 address in network order; 0 for IPv4.
    public var high: UInt64
    /// The last eight bytes of the IPv6 address; an IPv4 address in the lowest 32 bits.
    public var low: UInt64

    /// An address by its parts.
    public init(family: Family, high: UInt64 = 0, low: UInt64 = 0, port: UInt16 = 0) {
        self.family = family
        self.high = high
        self.low = low
        self.port = port
        // ::ffff:a.b.c.d is an IPv4 peer of a socket that serves both: one client, one spelling.
        if family == .ip6, high == 0, low >> 32 == 0xffff {
            self.family = .ip4
            self.low = low & 0xffff_ffff
        }
    }

    /// Nothing known.
    public static let unknown = NetworkAddress(family: .unknown)
    /// The peer of a unix socket.
    public static let unix = NetworkAddress(family: .unix)

    /// Whether this is 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        switch family {
        case .ip4: low >> 24 == 127
        case .ip6: high == 0 && low == 1
        default: false
        }
    }

    /// Whether both are the same host, whatever the port.
    public func isSameHost(as other: NetworkAddress) -> Bool {
        family == other.family && high == other.high && low == other.low
    }
}
