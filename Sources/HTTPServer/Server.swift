internal import CLinux
internal import Glibc
public import HTTP
internal import Synchronization

/// An HTTP/1.1 server: one event loop per thread, each with its own listening sockets and connections.
///
/// ```swift
/// let server = try Server(configuration: configuration, responders: site)
/// print(server.addresses)
/// server.run()
/// ```
public final class Server: Sendable {
    /// Where the site is served, as clients write it, with the ports that the system chose.
    public let addresses: [String]
    /// Where metrics and health are served.
    public let adminAddresses: [String]

    private let state: ServerState
    private let sockets: ListeningSockets
    private let control: ControlSignals
    private let onReload: (@Sendable () -> Void)?
    /// Connections one loop can hold, by the descriptors there are.
    private let capacity: Int

    /// Binds all sockets; nobody is served before `run()`. Throws when an address can't be had.
    ///
    /// `onReload` is called on SIGHUP, on the thread that called `run()`.
    public init(
        configuration: ServerConfiguration,
        responders: any ResponderFactory,
        onReload: (@Sendable () -> Void)? = nil,
    ) throws(SystemError) {
        var configuration = configuration
        configuration.threads = min(max(1, configuration.threads), 256)
        capacity = DescriptorLimit.raise(for: configuration.maxConnections + configuration.threads * 8)
        configuration.maxConnections = min(max(1, configuration.maxConnections), capacity)
        // Before the sockets: a signal that comes in between must not end the process with a socket file left behind.
        control = try ControlSignals(takesSignals: configuration.handlesSignals)
        sockets = try ListeningSockets(configuration)
        state = ServerState(configuration: configuration, factory: responders)
        addresses = sockets.addresses(.site)
        adminAddresses = sockets.addresses(.admin)
        self.onReload = onReload
    }

    /// Serves until SIGTERM, SIGINT or `stop()`, then finishes what is running. Blocks; call it once.
    ///
    /// `onServing` is called when connections are accepted.
    public func run(onServing: () -> Void = {}) throws(SystemError) {
        var threads: [LoopThread] = []
        for number in 0..<state.configuration.threads {
            threads.append(try LoopThread(state: state, number: number, sockets: sockets, capacity: capacity))
        }
        // What was needed only to start is given back to the system.
        malloc_trim(0)
        move(to: .serving, threads)
        onServing()
        ServiceManager.notify("READY=1")
        waitForStop(threads)
        sockets.removePaths()
        for thread in threads { thread.join() }
        sockets.close()
    }

    /// Keeps SIGTERM, SIGINT and SIGHUP waiting for the server. Call it before anything makes a thread: a thread that has
    /// not blocked them would end the process.
    public static func holdSignals() {
        ControlSignals.hold()
    }

    /// Ends `run()` as SIGTERM does. May be called from any thread.
    public func stop() {
        control.requestStop()
    }

    private func move(to phase: ServerState.Phase, _ threads: [LoopThread]) {
        state.advance(to: phase)
        for thread in threads { thread.wake() }
    }

    private func waitForStop(_ threads: [LoopThread]) {
        waitForSignal()
        ServiceManager.notify("STOPPING=1")
        let configuration = state.configuration
        let end = SystemCall.milliseconds() + Int(min(max(0, configuration.drainTimeout), 86_400) * 1000)
        move(to: .unready, threads)
        let delay = Int(min(max(0, configuration.drainDelay), configuration.drainTimeout) * 1000)
        if delay > 0, control.wait(milliseconds: delay) == .stop { return move(to: .stopped, threads) }
        move(to: .draining, threads)
        while threads.contains(where: { !$0.isFinished }) {
            let left = end - SystemCall.milliseconds()
            // A second signal means now.
            if left <= 0 || control.wait(milliseconds: min(left, 20)) == .stop { return move(to: .stopped, threads) }
            // Who connects now must be refused, not left in a queue that nobody empties.
            if state.loopsShut.load(ordering: .acquiring) == threads.count { sockets.close() }
        }
    }

    private func waitForSignal() {
        while true {
            switch control.wait(milliseconds: -1) {
            case .stop: return
            case .reload:
                ServiceManager.notify("RELOADING=1\nMONOTONIC_USEC=\(SystemCall.microseconds())")
                onReload?()
                ServiceManager.notify("READY=1")
            case .nothing: break
            }
        }
    }
}
