internal import Glibc
internal import HTTP

extension EventLoop {
    /// Ends what took too long.
    mutating func expireConnections() {
        resumeAccepting()
        while let slot = table.nextExpired(now: now) { expire(slot) }
    }

    private mutating func expire(_ slot: Int) {
        switch table[slot].phase {
        case .head where table[slot].flags.contains(.inHead), .body:
            metrics.timeouts.add(1)
            requestStart = measuresTime ? SystemCall.microseconds() : 0
            request.reset()
            refuse(slot, status: .requestTimeout, error: nil)
            finishTurn(slot)
            if table[slot].phase == .lingering { receive(slot) }
        case .waiting:
            metrics.timeouts.add(1)
            giveUpWaiting(slot)
            finishTurn(slot)
            if table[slot].phase == .lingering { receive(slot) }
        case .blocked:
            metrics.timeouts.add(1)
            close(slot)
        case .head, .proxyHeader, .lingering: close(slot)
        case .free: break
        }
    }
}
