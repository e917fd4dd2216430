internal import Bytes
internal import CLinux
internal import Glibc
internal import HTTP

extension EventLoop {
    /// Something happened on a connection.
    mutating func handle(_ slot: Int, events: UInt32) {
        if events & EPOLLRDHUP.rawValue != 0 { table[slot].flags.insert(.peerEnded) }
        guard !table[slot].phase.leavesInput else { return handleUnread(slot, events: events) }
        if events & ~EPOLLOUT.rawValue != 0 { receive(slot) }
    }

    /// Something happened on a connection that nothing is read from at the moment.
    private mutating func handleUnread(_ slot: Int, events: UInt32) {
        let failures = EPOLLERR.rawValue | EPOLLHUP.rawValue
        if table[slot].phase == .blocked {
            if events & (EPOLLOUT.rawValue | failures) != 0 { resumeOutput(slot) }
        } else if events & failures != 0 {
            // A client that only shut its side may still want its answer; this one is gone.
            close(slot)
        }
    }

    /// Reads what there is and answers it, until the kernel has no more or the client must read first.
    mutating func receive(_ slot: Int) {
        for _ in 0..<Self.readsPerTurn {
            if table[slot].phase == .lingering { return dropInput(slot) }
            let held = unparkInput(slot)
            let room = inputSize - held
            let descriptor = table[slot].descriptor
            let result = SystemCall.result { unsafe clinux_recv(descriptor, input + held, room, 0) }
            if result == 0 { return endOfInput(slot, held: held) }
            guard result > 0 else {
                if held > 0 { park(slot, from: 0, to: held) }
                if result != -Int(EAGAIN) { close(slot) }
                return
            }
            if held > 0, waitsForLine(held: held, count: held + result) {
                park(slot, from: 0, to: held + result)
            } else {
                process(slot, count: held + result)
            }
            let phase = table[slot].phase
            if phase.leavesInput { return }
            // A short read emptied the kernel's queue; epoll tells when there is more.
            if result < room, !table[slot].flags.contains(.peerEnded), phase != .lingering { return }
        }
        if table[slot].flags.contains(.isWatched) { rearm(slot) }
    }

    /// Then others have their turn.
    private static var readsPerTurn: Int { 8 }

    /// Makes epoll report a connection again although nothing changed.
    private mutating func rearm(_ slot: Int) {
        var event = unsafe epoll_event()
        unsafe event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        unsafe event.data.u64 = UInt64(table[slot].generation) << 32 | UInt64(slot)
        let descriptor = table[slot].descriptor
        unsafe epoll_ctl(epoll.number, EPOLL_CTL_MOD, descriptor, &event)
    }

    /// Copies a head that was begun back to the start of the input buffer and returns its length.
    private mutating func unparkInput(_ slot: Int) -> Int {
        guard let parked = table[slot].parked, table[slot].phase != .body else { return 0 }
        let count = min(parked.input.count, inputSize)
        unsafe input.update(from: parked.input.view.pointer, count: count)
        parked.input.removeAll()
        return count
    }

    /// Whether a head that was looked at in vain need not be looked at again: no line ended since.
    ///
    /// A drip of single bytes thus costs one look per line. The first bytes are always looked at: what is no HTTP is refused at once.
    private func waitsForLine(held: Int, count: Int) -> Bool {
        guard count > 256, count < parser.limits.targetBytes else { return false }
        let new = unsafe ByteView(start: input + held, count: count - held)
        return new.firstIndex(of: UInt8(ascii: "\n")) == nil
    }

    /// Puts `input[from ..< to]` aside.
    mutating func park(_ slot: Int, from: Int, to: Int) {
        let parked = table[slot].parked ?? Parked()
        table[slot].parked = parked
        parked.input.removeAll()
        unsafe parked.input.append(ByteView(start: input + from, count: to - from))
    }

    /// The client shut its side: what it asked for is answered already, what it began can't be.
    private mutating func endOfInput(_ slot: Int, held: Int) {
        table[slot].flags.insert(.peerEnded)
        close(slot)
    }

    /// Answers what lies in `input[0 ..< count]`.
    mutating func process(_ slot: Int, count: Int) {
        var cursor = 0
        requestStart = measuresTime ? SystemCall.microseconds() : 0
        while cursor < count {
            if table[slot].flags.contains(.closes) {
                table[slot].flags.insert(.lingers)
                break
            }
            switch table[slot].phase {
            case .head:
                guard let used = processHead(slot, from: cursor, to: count) else { return finishTurn(slot) }
                cursor += used
            case .body:
                guard let used = processBody(slot, from: cursor, to: count) else { return finishTurn(slot) }
                cursor += used
            case .proxyHeader:
                guard let used = processProxyHeader(slot, from: cursor, to: count) else { return finishTurn(slot) }
                cursor += used
            case .blocked: return hold(slot, from: cursor, to: count)
            case .waiting:
                hold(slot, from: cursor, to: count)
                return finishTurn(slot)
            case .free, .lingering: return
            }
            if output.count - sendStart >= Self.outputPerConnection { _ = flush(slot) }
        }
        if table[slot].phase == .head, let parked = table[slot].parked, parked.isEmpty { table[slot].parked = nil }
        finishTurn(slot)
    }

    /// Answers to pipelined requests are gathered up to here, then sent before the next one is looked at.
    private static var outputPerConnection: Int { 64 * 1024 }

    /// Answers one head; returns how much input it took, nil when nothing more can be done with what is there.
    private mutating func processHead(_ slot: Int, from: Int, to: Int) -> Int? {
        let rest = unsafe ByteView(start: input + from, count: to - from)
        if rest.count >= 2, rest[0] == UInt8(ascii: "\r"), rest[1] == UInt8(ascii: "\n") { return 2 }
        switch parser.parse(rest, into: &request) {
        case .incomplete:
            park(slot, from: from, to: to)
            if !table[slot].flags.contains(.inHead) {
                table[slot].flags.insert(.inHead)
                table.setDeadline(slot, at: now &+ timeouts.header)
            }
            return nil
        case .refused(let error):
            refuse(slot, status: error.status, error: error)
            return nil
        case .complete(let length):
            table[slot].flags.remove(.inHead)
            if request.framing == .none {
                respond(slot)
                return length
            }
            return beginBody(slot, from: from, head: length, to: to)
        }
    }

    /// Reads as much of a body as is there; when some is missing, parks the head to answer it later.
    private mutating func beginBody(_ slot: Int, from: Int, head: Int, to: Int) -> Int? {
        if request.expectsContinue {
            // RFC 9110 §10.1.1: a final answer at once. Whether the client still sends the body can't be known: close.
            table[slot].flags.formUnion([.closes, .lingers])
            respond(slot)
            return head
        }
        var body = BodyReader(request.framing)
        let rest = unsafe ByteView(start: input + from + head, count: to - from - head)
        do throws(RequestParseError) {
            let used = try body.consume(rest, limit: parser.limits.bodyBytes)
            if body.isComplete {
                respond(slot)
                return head + used
            }
        } catch {
            refuse(slot, status: error.status, error: error)
            return nil
        }
        park(slot, from: from, to: from + head)
        table[slot].parked?.body = body
        table[slot].parked?.bodyProgress = 0
        table[slot].phase = .body
        table.setDeadline(slot, at: now &+ timeouts.body)
        return to - from
    }

    private mutating func processBody(_ slot: Int, from: Int, to: Int) -> Int? {
        guard let parked = table[slot].parked else { return nil }
        let rest = unsafe ByteView(start: input + from, count: to - from)
        do throws(RequestParseError) {
            let used = try parked.body.consume(rest, limit: parser.limits.bodyBytes)
            parked.bodyProgress += used
            guard parked.body.isComplete else {
                if parked.bodyProgress >= Self.bodyStep {
                    parked.bodyProgress = 0
                    table.setDeadline(slot, at: now &+ timeouts.body)
                }
                return used
            }
            table[slot].phase = .head
            // It was read before: the same bytes give the same head.
            _ = parser.parse(parked.input.view, into: &request)
            respond(slot)
            if parked.pending == nil { parked.input.removeAll() }
            return used
        } catch {
            _ = parser.parse(parked.input.view, into: &request)
            table[slot].phase = .head
            withExtendedLifetime(parked) { refuse(slot, status: error.status, error: error) }
            return nil
        }
    }

    /// A body must come this far in each body time-out.
    private static var bodyStep: Int { 16 * 1024 }

    /// Throws away what a client sends that was told to stop.
    private mutating func dropInput(_ slot: Int) {
        let descriptor = table[slot].descriptor
        for _ in 0..<Self.dropsPerTurn {
            // With MSG_TRUNC the kernel drops TCP's bytes without copying them; those of a unix socket it copies all the same.
            let result = SystemCall.result { unsafe clinux_recv(descriptor, input, inputSize, Int32(MSG_TRUNC)) }
            if result > 0 { continue }
            if result != -Int(EAGAIN) { close(slot) }
            return
        }
        close(slot)
    }

    private static var dropsPerTurn: Int { 4096 }
}
