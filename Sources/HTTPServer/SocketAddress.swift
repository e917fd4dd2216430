internal import CLinux
internal import Glibc
internal import HTTP

/// A `sockaddr` of any family: the only place where the two worlds of addresses meet.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Room for an address that the system fills in.
    init() {}

    init(_ address: ListenAddress) {
        switch address {
        case .ip(let address) where address.family == .ip6: setIP6(address)
        case .ip(let address): setIP4(address)
        case .unix(let path): setUnix(path)
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Calls `body` with a pointer for `bind` and `connect`.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result) -> Result {
        unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            // sockaddr_storage is made to be looked at as any sockaddr.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
        }
    }

    private mutating func setIP4(_ address: NetworkAddress) {
        var value = sockaddr_in()
        value.sin_family = sa_family_t(AF_INET)
        value.sin_port = address.port.bigEndian
        value.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
        set(value)
    }

    private mutating func setIP6(_ address: NetworkAddress) {
        var value = sockaddr_in6()
        value.sin6_family = sa_family_t(AF_INET6)
        value.sin6_port = address.port.bigEndian
        unsafe withUnsafeMutableBytes(of: &value.sin6_addr) { bytes in
            unsafe bytes.storeBytes(of: address.high.bigEndian, toByteOffset: 0, as: UInt64.self)
            unsafe bytes.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        set(value)
    }

    private mutating func setUnix(_ path: String) {
        var value = sockaddr_un()
        value.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = path.utf8.first == UInt8(ascii: "@")
        unsafe withUnsafeMutableBytes(of: &value.sun_path) { bytes in
            for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { unsafe bytes[index] = byte }
            if isAbstract { unsafe bytes[0] = 0 }
        }
        set(value)
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: value.sun_path)
        length = socklen_t(offset + path.utf8.count + (isAbstract ? 0 : 1))
    }

    private mutating func set<Value>(_ value: Value) {
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.storeBytes(of: value, toByteOffset: 0, as: Value.self)
        }
        length = socklen_t(MemoryLayout<Value>.size)
    }

    /// The address as HTTP knows it.
    var networkAddress: NetworkAddress {
        unsafe withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let port = unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian
                let address = unsafe bytes.load(fromByteOffset: 4, as: UInt32.self).bigEndian
                return NetworkAddress(family: .ip4, low: UInt64(address), port: port)
            case AF_INET6:
                let port = unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian
                let high = unsafe bytes.load(fromByteOffset: 8, as: UInt64.self).bigEndian
                let low = unsafe bytes.load(fromByteOffset: 16, as: UInt64.self).bigEndian
                return NetworkAddress(family: .ip6, high: high, low: low, port: port)
            case AF_UNIX: return .unix
            default: return .unknown
            }
        }
    }

    /// The path of a unix address; empty for others.
    var unixPath: String {
        guard family == AF_UNIX else { return "" }
        return unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
