internal import Bytes
internal import HTTP

/// Answers that another thread makes: the connection waits, keeps its place in the order of its requests, and is not read from.
extension EventLoop {
    /// Lets the request that was just asked wait for `content`. What follows it in the input is kept by `hold`.
    mutating func putOff(_ slot: Int, until content: PendingContent, mark: Int) {
        output.truncate(to: mark)
        let parked = table[slot].parked ?? Parked()
        table[slot].parked = parked
        // Copied first: after a body the head lies in the very buffer that is replaced.
        var head = OutputBuffer(capacity: request.head.count)
        head.append(request.head)
        parked.input = head
        parked.pending = content
        parked.pendingSince = requestStart
        if parked.pendingDeadline == nil { parked.pendingDeadline = now &+ timeouts.answer }
        table[slot].phase = .waiting
        table.setDeadline(slot, at: parked.pendingDeadline ?? now)
        content.notify(mailbox, token(of: slot))
    }

    private func token(of slot: Int) -> UInt64 { UInt64(table[slot].generation) << 32 | UInt64(slot) }

    /// Keeps `input[from ..< to]` for later: behind the request that waits, if one does.
    mutating func hold(_ slot: Int, from: Int, to: Int) {
        guard let parked = table[slot].parked, parked.pending != nil else { return park(slot, from: from, to: to) }
        unsafe parked.input.append(ByteView(start: input + from, count: to - from))
    }

    /// Answers what waited and can be answered now. Of connections that are gone, or whose client must read first, word is
    /// passed over: those are looked at when they read.
    mutating func resumeWaiting() {
        for token in mailbox.takeTokens() {
            let generation = UInt32(truncatingIfNeeded: token >> 32)
            guard let slot = table.slot(Int(token & 0xffff_ffff), generation: generation) else { continue }
            answerPending(slot)
        }
    }

    private mutating func answerPending(_ slot: Int) {
        guard table[slot].phase == .waiting, let parked = table[slot].parked, let content = parked.pending,
            content.outcome != nil
        else { return }
        table[slot].phase = .head
        parked.pending = nil
        requestStart = parked.pendingSince
        // It was read before: the same bytes give the same head.
        guard case .complete(let length) = parser.parse(parked.input.view, into: &request) else { return close(slot) }
        let rest = parked.input.view.dropFirst(length)
        let count = min(rest.count, inputSize)
        unsafe input.update(from: rest.pointer, count: count)
        respond(slot, with: content)
        if parked.pending == nil {
            parked.input.removeAll()
            parked.pendingDeadline = nil
        }
        process(slot, count: count)
        readOn(slot)
    }

    /// The output before a waiting answer is sent: goes on waiting. The time that its client took does not count.
    mutating func waitOn(_ slot: Int, _ parked: Parked, for content: PendingContent) {
        table[slot].phase = .waiting
        let deadline = now &+ timeouts.answer
        parked.pendingDeadline = deadline
        table.setDeadline(slot, at: deadline)
        if content.outcome != nil { mailbox.resume(token(of: slot)) }
    }

    /// Looks at what came while a connection was not read from: epoll does not tell again.
    mutating func readOn(_ slot: Int) {
        let phase = table[slot].phase
        if phase == .head || phase == .body || phase == .lingering { receive(slot) }
    }

    /// An answer was not made in time.
    mutating func giveUpWaiting(_ slot: Int) {
        guard let parked = table[slot].parked else { return close(slot) }
        requestStart = parked.pendingSince
        _ = parser.parse(parked.input.view, into: &request)
        withExtendedLifetime(parked) { refuse(slot, status: .serviceUnavailable, error: nil) }
    }
}
