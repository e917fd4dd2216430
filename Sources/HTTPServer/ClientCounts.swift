internal import HTTP
internal import Synchronization

/// How many connections each client address has open: looked at when a connection begins and ends, not per request.
final class ClientCounts: Sendable {
    private struct Host: Hashable {
        var high: UInt64
        var low: UInt64
    }

    // Swift's dictionary hashes with a seed of its own per process, so nobody can choose addresses that collide.
    private let counts = Mutex<[Host: Int]>([:])

    private static func host(of address: NetworkAddress) -> Host {
        // One customer of an IPv6 provider has at least a /64.
        address.family == .ip6 ? Host(high: address.high, low: 0) : Host(high: 0, low: address.low)
    }

    /// Counts one more, unless there are `limit` already.
    func admit(_ address: NetworkAddress, limit: Int) -> Bool {
        counts.withLock { counts in
            let count = counts[Self.host(of: address), default: 0]
            guard count < limit else { return false }
            counts[Self.host(of: address)] = count + 1
            return true
        }
    }

    /// Counts one less.
    func leave(_ address: NetworkAddress) {
        counts.withLock { counts in
            let count = counts[Self.host(of: address), default: 0]
            counts[Self.host(of: address)] = count > 1 ? count - 1 : nil
        }
    }

    /// How many addresses have connections open.
    var addressCount: Int { counts.withLock { $0.count } }
}
