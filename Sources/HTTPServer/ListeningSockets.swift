internal import CLinux
internal import Glibc
internal import HTTP
internal import Synchronization

/// All sockets that a server listens on: one per loop for addresses, one for all loops for paths and inherited ones.
final class ListeningSockets: Sendable {
    private struct Entry {
        let descriptor: Int32
        let address: ListenAddress
        let purpose: Listener.Purpose
        let ownsPath: Bool
        /// The loop it belongs to; nil: all of them.
        let loop: Int?
    }

    private let entries: [Entry]
    private let isClosed = Atomic<Bool>(false)

    init(_ configuration: ServerConfiguration) throws(SystemError) {
        var entries: [Entry] = []
        func add(_ listener: consuming Listener, loop: Int?) {
            let (address, purpose, owns) = (listener.address, listener.purpose, listener.ownsPath)
            let descriptor = listener.release()
            entries.append(
                Entry(descriptor: descriptor, address: address, purpose: purpose, ownsPath: owns, loop: loop)
            )
        }
        do throws(SystemError) {
            let inherited = configuration.usesInheritedSockets ? InheritedSockets.take() : []
            for socket in inherited {
                add(Listener(inherited: socket.descriptor, purpose: socket.name == "admin" ? .admin : .site), loop: nil)
            }
            if !entries.contains(where: { $0.purpose == .site }) {
                for address in configuration.listen {
                    let dual = Self.isDualStack(address, among: configuration.listen)
                    guard case .ip = address else {
                        add(try .make(address, purpose: .site, mode: configuration.unixSocketMode), loop: nil)
                        continue
                    }
                    var chosen = address
                    for loop in 0..<configuration.threads {
                        let listener = try Listener.make(
                            chosen,
                            purpose: .site,
                            sharesPort: true,
                            isFirst: loop == 0,
                            dualStack: dual
                        )
                        chosen = listener.address
                        add(listener, loop: loop)
                    }
                }
            }
            for address in configuration.admin {
                add(try .make(address, purpose: .admin, mode: configuration.unixSocketMode), loop: 0)
            }
        } catch {
            for entry in entries { _ = Glibc.close(entry.descriptor) }
            throw error
        }
        self.entries = entries
    }

    deinit { close() }

    /// Closes all of them, once. No loop may use them any more.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for entry in entries { _ = Glibc.close(entry.descriptor) }
    }

    /// `[::]` takes IPv4 too, unless `0.0.0.0` is asked for beside it.
    private static func isDualStack(_ address: ListenAddress, among all: [ListenAddress]) -> Bool {
        guard case .ip(let ip) = address else { return false }
        return !all.contains(.ip(NetworkAddress(family: .ip4, low: 0, port: ip.port)))
    }

    func addresses(_ purpose: Listener.Purpose) -> [String] {
        entries.filter { $0.purpose == purpose && ($0.loop ?? 0) == 0 }.map(\.address.description)
    }

    /// The listeners of one loop.
    func doors(of loop: Int) -> [EventLoop.Door] {
        entries.filter { $0.loop == nil || $0.loop == loop }.map { entry in
            let isUnix = if case .unix = entry.address { true } else { false }
            return EventLoop.Door(
                descriptor: entry.descriptor,
                isAdmin: entry.purpose == .admin,
                isUnix: isUnix,
                isShared: entry.loop == nil,
            )
        }
    }

    /// Removes the socket files that were made.
    func removePaths() {
        for entry in entries where entry.ownsPath {
            if case .unix(let path) = entry.address { _ = unsafe unlink(path) }
        }
    }
}
