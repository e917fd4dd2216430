internal import CLinux
internal import Glibc
internal import HTTP
internal import Synchronization

extension EventLoop {
    mutating func startAccepting() {
        guard !isAccepting else { return }
        isAccepting = true
        for (index, door) in doors.enumerated() {
            // Of the loops that share a descriptor, one is woken.
            let exclusive = door.isShared ? EPOLLEXCLUSIVE.rawValue : 0
            // A door that can't be watched stays shut; the others serve.
            try? watch(door.descriptor, tag: Tag.door(index), events: EPOLLIN.rawValue | exclusive)
        }
    }

    mutating func stopAccepting() {
        guard isAccepting else { return }
        isAccepting = false
        for door in doors {
            var unused = unsafe epoll_event()
            unsafe epoll_ctl(epoll.number, EPOLL_CTL_DEL, door.descriptor, &unused)
        }
    }

    /// Takes the connections that wait at a door, a batch at a time so that those already here are served too.
    mutating func accept(at index: Int) {
        guard isAccepting, index < doors.count else { return }
        let door = doors[index]
        for _ in 0..<Self.acceptBatch {
            var address = SocketAddress()
            let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            let result = SystemCall.result {
                unsafe Int(address.withPointer { unsafe accept4(door.descriptor, $0, &$1, flags) })
            }
            if result >= 0 {
                welcome(Int32(truncatingIfNeeded: result), from: address.networkAddress, at: door)
                continue
            }
            switch Int32(truncatingIfNeeded: -result) {
            // A client that left before it was accepted is no reason to stop.
            case ECONNABORTED, EPROTO, EPERM: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: pauseAccepting()
            default: break
            }
            return
        }
    }

    private static var acceptBatch: Int { 64 }

    /// Leaves new connections in the kernel's queue for a moment: trying again at once would only burn a core.
    private mutating func pauseAccepting() {
        stopAccepting()
        acceptAgain = now &+ 2
    }

    /// Called each turn.
    mutating func resumeAccepting() {
        guard acceptAgain != 0, now >= acceptAgain else { return }
        acceptAgain = 0
        if phase == .serving || phase == .unready { startAccepting() }
    }

    private mutating func welcome(_ descriptor: Int32, from accepted: NetworkAddress, at door: Door) {
        let peer = door.isUnix ? .unix : accepted
        // Members one by one: a copy of the configuration would retain all its arrays.
        let isTrusted = state.configuration.trustedPeers.contains(peer)
        let hasProxyHeader = state.configuration.usesProxyProtocol && !door.isAdmin
        let open = state.connections.wrappingAdd(1, ordering: .relaxed).newValue
        if hasProxyHeader && !isTrusted || open > state.configuration.maxConnections && !door.isAdmin {
            return turnAway(descriptor)
        }
        guard let slot = table.insert(descriptor, peer: peer, phase: hasProxyHeader ? .proxyHeader : .head) else {
            return turnAway(descriptor)
        }
        metrics.accepted.add(1)
        if door.isAdmin { table[slot].flags.insert(.isAdmin) }
        if isTrusted { table[slot].flags.insert(.isTrusted) }
        guard hasProxyHeader || admit(slot) else {
            metrics.refusedConnections.add(1)
            return close(slot)
        }
        receive(slot)
        guard table[slot].phase != .free else { return }
        if table[slot].bucket == Connection.noBucket { table.setDeadline(slot, at: now &+ timeouts.header) }
        watch(slot)
    }

    private mutating func turnAway(_ descriptor: Int32) {
        state.connections.wrappingSubtract(1, ordering: .relaxed)
        metrics.refusedConnections.add(1)
        _ = Glibc.close(descriptor)
    }

    /// Counts a connection for its client's address; false when that has too many.
    mutating func admit(_ slot: Int) -> Bool {
        let (peer, flags) = (table[slot].peer, table[slot].flags)
        let configured = state.configuration.maxConnectionsPerClient
        guard peer.family == .ip4 || peer.family == .ip6, !flags.contains(.isTrusted), !flags.contains(.isAdmin),
            configured != nil || !peer.isLoopback
        else { return true }
        guard state.clients.admit(peer, limit: configured ?? Self.connectionsPerClient) else { return false }
        table[slot].flags.insert(.isCounted)
        return true
    }

    /// Many people share one address behind a carrier's NAT; one address must still not hold everything.
    private static var connectionsPerClient: Int { 1000 }

    /// Edge-triggered and for both directions, once: nothing is changed for any later request.
    private mutating func watch(_ slot: Int) {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        let tag = UInt64(table[slot].generation) << 32 | UInt64(slot)
        do {
            try watch(table[slot].descriptor, tag: tag, events: events)
            table[slot].flags.insert(.isWatched)
        } catch {
            close(slot)
        }
    }

    /// Ends a connection at once and forgets it.
    mutating func close(_ slot: Int) {
        guard table[slot].phase != .free else { return }
        if table[slot].flags.contains(.isCounted) { state.clients.leave(table[slot].peer) }
        state.connections.wrappingSubtract(1, ordering: .relaxed)
        let descriptor = table[slot].descriptor
        table.remove(slot)
        _ = Glibc.close(descriptor)
    }

    mutating func closeAll() {
        stopAccepting()
        for slot in 0..<table.slotsInUse where table[slot].phase != .free { close(slot) }
    }

    /// Stops accepting; connections between two requests end now, the others with their answer.
    mutating func drain() {
        // What the kernel already accepted for this loop would be reset with the listener.
        for index in doors.indices { accept(at: index) }
        stopAccepting()
        acceptAgain = 0
        state.loopsShut.wrappingAdd(1, ordering: .acquiringAndReleasing)
        for slot in 0..<table.slotsInUse where table[slot].phase != .free {
            let connection = table[slot]
            guard connection.phase == .head, connection.parked == nil else { continue }
            // A request may have arrived since the last turn: read once more before hanging up.
            receive(slot)
            if table[slot].phase == .head, table[slot].parked == nil { close(slot) }
        }
    }
}
