internal import CLinux
internal import Glibc

/// Sockets that systemd opened for this process (`sd_listen_fds(3)`).
enum InheritedSockets {
    struct Socket {
        let descriptor: Int32
        /// From LISTEN_FDNAMES; `admin` makes an admin listener.
        let name: String
    }

    private static var firstDescriptor: Int32 { 3 }
    /// More than any service has; bounds a mistyped variable.
    private static var mostSockets: Int32 { 64 }

    /// The sockets handed over, if they are meant for this process. The variables are removed, so that no child takes them too.
    static func take() -> [Socket] {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        }
        guard variable("LISTEN_PID").flatMap({ Int32($0) }) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0, count <= mostSockets
        else { return [] }
        let names = (variable("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        return (0..<count).map { index in
            let descriptor = firstDescriptor + index
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            return Socket(descriptor: descriptor, name: Int(index) < names.count ? String(names[Int(index)]) : "")
        }
    }

    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}

/// Tells systemd how the service is (`sd_notify(3)`); does nothing when nobody asked.
enum ServiceManager {
    static func notify(_ message: String) {
        guard let path = InheritedSockets.variable("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@") else {
            return
        }
        let descriptor = FileDescriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        var address = SocketAddress(.unix(path))
        var text = message
        text.withUTF8 { bytes in
            _ = unsafe address.withPointer {
                unsafe sendto(descriptor.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }
}
