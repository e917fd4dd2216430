internal import HTTP
internal import Synchronization

/// What all loops of a server and its control thread share.
final class ServerState: Sendable {
    /// How far a server is in its life; only ever rises.
    enum Phase: Int {
        case starting
        case serving
        /// `/readyz` says no, every answer closes its connection, new connections are still taken.
        case unready
        /// Nothing new is accepted, idle connections are closed.
        case draining
        /// Everything is dropped.
        case stopped
    }

    let configuration: ServerConfiguration
    let factory: any ResponderFactory
    let metrics: Metrics
    let clients = ClientCounts()
    let unsent: UnsentBytes
    private let phaseNumber = Atomic<Int>(0)
    /// Open connections of all loops.
    let connections = Atomic<Int>(0)

    /// Loops that will not touch their listeners again.
    let loopsShut = Atomic<Int>(0)

    init(configuration: ServerConfiguration, factory: any ResponderFactory) {
        self.configuration = configuration
        self.factory = factory
        unsent = UnsentBytes(limit: configuration.maxUnsentBytes)
        metrics = Metrics(loops: configuration.threads, routes: factory.routeNames)
    }

    var phase: Phase { Phase(rawValue: phaseNumber.load(ordering: .acquiring)) ?? .stopped }

    /// Goes on to `next`, unless it is further already.
    func advance(to next: Phase) {
        if next.rawValue > phaseNumber.load(ordering: .relaxed) {
            phaseNumber.store(next.rawValue, ordering: .releasing)
        }
    }

    var isReady: Bool { phase == .serving && factory.isReady }
}
