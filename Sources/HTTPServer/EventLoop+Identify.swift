internal import Bytes
internal import HTTP

extension EventLoop {
    /// Notes who asks: the peer itself, or what a trusted proxy says about the client behind it.
    mutating func identify(_ slot: Int) {
        request.client = table[slot].peer
        request.requestID = identifiers.next()
        guard table[slot].flags.contains(.isTrusted) else { return }
        request.applyForwarding(
            from: table[slot].peer,
            trusted: state.configuration.trustedPeers,
            fields: state.configuration.forwardingFields
        )
    }

    /// Reads the header that a proxy must send first; nil when more is needed or the connection was closed.
    mutating func processProxyHeader(_ slot: Int, from: Int, to: Int) -> Int? {
        let rest = unsafe ByteView(start: input + from, count: to - from)
        switch ProxyHeader.parse(rest) {
        case .incomplete:
            park(slot, from: from, to: to)
            return nil
        case .malformed:
            metrics.refusedConnections.add(1)
            close(slot)
            return nil
        case .complete(let length, let source):
            table[slot].phase = .head
            if let source {
                table[slot].peer = source
                // From here on the word is that of whoever the proxy speaks for.
                if !state.configuration.trustedPeers.contains(source) { table[slot].flags.remove(.isTrusted) }
            }
            guard admit(slot) else {
                metrics.refusedConnections.add(1)
                close(slot)
                return nil
            }
            return length
        }
    }
}
