internal import CLinux
internal import Glibc
internal import HTTP

/// A listening socket: made here, or handed over by systemd.
struct Listener: ~Copyable {
    /// What connections of a listener are for.
    enum Purpose {
        case site
        case admin
    }

    let socket: FileDescriptor
    /// Where it listens, with the port the system chose.
    let address: ListenAddress
    let purpose: Purpose
    /// Whether a file must be removed when the server ends.
    let ownsPath: Bool

    /// A socket that systemd made; it is neither closed for others nor unlinked.
    init(inherited descriptor: Int32, purpose: Purpose) {
        self.init(socket: FileDescriptor(descriptor), purpose: purpose, ownsPath: false)
    }

    private init(socket: consuming FileDescriptor, purpose: Purpose, ownsPath: Bool) {
        address = Self.boundAddress(of: socket.number)
        self.socket = socket
        self.purpose = purpose
        self.ownsPath = ownsPath
    }

    /// Binds and listens. `sharesPort`: every loop has a socket of its own on the same port.
    ///
    /// The first of them (`isFirst`) shares its port only once it has it: a second server on the port is an error, not a partner.
    static func make(
        _ wanted: ListenAddress,
        purpose: Purpose,
        sharesPort: Bool = false,
        isFirst: Bool = true,
        dualStack: Bool = true,
        mode: UInt32 = 0o660,
    ) throws(SystemError) -> Listener {
        var target = SocketAddress(wanted)
        let name = "listen on \(wanted)"
        let descriptor = try SystemCall.checked(name) { socket_(target.family, socketType, 0) }
        let socket = FileDescriptor(descriptor)
        var path: String?
        switch wanted {
        case .unix(let name) where !name.hasPrefix("@"):
            path = name
            removeStale(name)
        case .unix: break
        case .ip(let ip): setOptions(descriptor, ip, sharesPort: sharesPort && !isFirst, dualStack: dualStack)
        }
        try SystemCall.checked(name) { unsafe target.withPointer { unsafe bind(descriptor, $0, $1) } }
        if let path { _ = unsafe chmod(path, mode) }
        if sharesPort { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        try SystemCall.checked(name) { listen(descriptor, backlog) }
        return Listener(socket: socket, purpose: purpose, ownsPath: path != nil)
    }

    /// Gives the descriptor away without closing it.
    consuming func release() -> Int32 { socket.release() }

    private static func setOptions(_ descriptor: Int32, _ ip: NetworkAddress, sharesPort: Bool, dualStack: Bool) {
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if ip.family == .ip6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, dualStack ? 0 : 1) }
        // Accepted sockets inherit it: one call less for each of them.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // The kernel hands a connection over when its first bytes are there, or a second has passed.
        set(descriptor, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, 1)
    }

    private static var socketType: Int32 {
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    }

    /// Longer than a burst of reconnects after a restart; the system cuts it to net.core.somaxconn.
    private static var backlog: Int32 { 4096 }

    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundAddress(of descriptor: Int32) -> ListenAddress {
        var address = SocketAddress()
        _ = unsafe address.withPointer { unsafe getsockname(descriptor, $0, &$1) }
        if address.family == AF_UNIX { return .unix(address.unixPath) }
        return .ip(address.networkAddress)
    }

    /// Removes a socket file that nobody listens on any more; one in use stays, so that `bind` fails.
    private static func removeStale(_ path: String) {
        guard !path.hasPrefix("@") else { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = FileDescriptor(socket_(AF_UNIX, socketType, 0))
        var target = SocketAddress(.unix(path))
        let result = SystemCall.result { Int(unsafe target.withPointer { unsafe connect(probe.number, $0, $1) }) }
        if result == -Int(ECONNREFUSED) { unsafe unlink(path) }
    }
}

/// `socket`, which a property of `Listener` hides.
private func socket_(_ family: Int32, _ type: Int32, _ proto: Int32) -> Int32 { socket(family, type, proto) }
