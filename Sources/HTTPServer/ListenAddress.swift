internal import Bytes
public import HTTP

/// Where a server listens.
public enum ListenAddress: Sendable, Equatable {
    /// An address and port; port 0 lets the system choose.
    case ip(NetworkAddress)
    /// A unix socket at this path, or in the abstract namespace when it begins with `@`.
    case unix(String)

    /// The address that `text` writes: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `unix:/run/roster.sock`; else nil.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // The kernel's sun_path holds 108 bytes with its NUL.
            guard !path.isEmpty, path.utf8.count <= 107, !path.utf8.contains(0) else { return nil }
            self = .unix(path)
            return
        }
        // Without brackets nobody can tell the port from the address's last part.
        if !text.hasPrefix("["), text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 { return nil }
        var buffer = OutputBuffer(capacity: 64)
        buffer.append(text.hasPrefix("localhost:") ? "127.0.0.1:" + text.dropFirst(10) : text)
        let hasPort = HostSyntax.portIndex(in: buffer.view) + 1 < buffer.count
        guard hasPort, let address = NetworkAddress(parsingNode: buffer.view) else { return nil }
        self = .ip(address)
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address as a client writes it: `http://127.0.0.1:8080`, `http://[::1]:8080`, `unix:/run/roster.sock`.
    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .ip(let address) where address.family == .ip6: "http://[\(address)]:\(address.port)"
        case .ip(let address): "http://\(address):\(address.port)"
        }
    }
}
