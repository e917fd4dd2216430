import Glibc
import HTTP
import HTTPServer
import Synchronization

/// A server on a port of its own, on a thread of its own, for the time of one test.
final class TestServer: Sendable {
    let server: Server
    let workshop: TestWorkshop
    private let thread: pthread_t

    init(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws {
        var configuration = ServerConfiguration()
        configuration.listen = [.ip(NetworkAddress(family: .ip4, low: 0x7f00_0001, port: 0))]
        configuration.handlesSignals = false
        configuration.usesInheritedSockets = false
        configuration.drainTimeout = 2
        change(&configuration)
        let site = TestSiteFactory()
        workshop = site.workshop
        server = try Server(configuration: configuration, responders: site)
        let started = Started(server)
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(started).toOpaque()
        let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<Started>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }
        _ = unsafe pthread_create(&thread, nil, main, argument)
        self.thread = thread
        while !started.isServing.load(ordering: .acquiring) { usleep(500) }
    }

    private final class Started: Sendable {
        let server: Server
        let isServing = Atomic<Bool>(false)

        init(_ server: Server) { self.server = server }

        func run() {
            // A server that can't run serves nobody: the tests then fail at their first request.
            try? server.run { isServing.store(true, ordering: .releasing) }
            isServing.store(true, ordering: .releasing)
        }
    }

    /// Begins to stop without waiting.
    func requestStop() { server.stop() }

    /// Waits for the end after `requestStop`.
    func join() { pthread_join(thread, nil) }

    /// Stops and waits for the end.
    func stop() {
        requestStop()
        join()
    }

    var port: UInt16 { Self.port(of: server.addresses) }
    var adminPort: UInt16 { Self.port(of: server.adminAddresses) }

    private static func port(of addresses: [String]) -> UInt16 {
        addresses.first.flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) } ?? 0
    }
}
