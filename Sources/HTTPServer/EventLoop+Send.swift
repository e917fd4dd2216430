internal import Bytes
internal import CLinux
internal import Glibc
internal import HTTP

extension EventLoop {
    /// Ends a look at a connection: sends what there is, and closes it or sets the time until the next request.
    mutating func finishTurn(_ slot: Int) {
        guard flush(slot), table[slot].phase == .head else { return }
        let flags = table[slot].flags
        if flags.contains(.closes) { return finish(slot) }
        if !flags.contains(.inHead), flags.contains(.hasServed) { table.setDeadline(slot, at: now &+ timeouts.idle) }
    }

    /// Sends all output; false when some had to be parked or the connection is gone.
    mutating func flush(_ slot: Int) -> Bool {
        defer { clearOutput() }
        let descriptor = table[slot].descriptor
        let flags = sendFlags(slot)
        while sendStart < output.count {
            let rest = output.view.dropFirst(sendStart)
            let result = SystemCall.result {
                unsafe clinux_send(descriptor, rest.pointer, rest.count, flags)
            }
            guard result >= 0 else {
                if result == -Int(EAGAIN) {
                    parkOutput(slot, rest, nil, 0..<0)
                } else {
                    close(slot)
                }
                return false
            }
            metrics.sentBytes.add(result)
            sendStart += result
        }
        return true
    }

    /// What is sent before the connection ends waits for the FIN, which follows at once: both are one segment then.
    @inline(__always)
    private func sendFlags(_ slot: Int) -> Int32 {
        let ends = table[slot].flags.contains(.closes) && table[slot].phase == .head
        return Int32(MSG_NOSIGNAL) | (ends ? Int32(MSG_MORE) : 0)
    }

    private mutating func clearOutput() {
        output.removeAll()
        sendStart = 0
        if output.reservedCapacity > Self.keptOutput { output = OutputBuffer(capacity: 64 * 1024) }
    }

    /// One huge page must not be paid for ever.
    private static var keptOutput: Int { 1 << 20 }

    /// Sends output and a large body behind it without copying that; false when some had to be parked or the connection is gone.
    mutating func flush(_ slot: Int, with body: SharedBytes, _ range: Range<Int>) -> Bool {
        let rest = output.view.dropFirst(sendStart)
        let result = Self.send(table[slot].descriptor, rest, body.view[range], flags: sendFlags(slot))
        defer { clearOutput() }
        guard result >= 0 || result == -Int(EAGAIN) else {
            close(slot)
            return false
        }
        let sent = max(0, result)
        metrics.sentBytes.add(sent)
        guard sent < rest.count + range.count else { return true }
        let bodySent = max(0, sent - rest.count)
        parkOutput(slot, rest.dropFirst(sent), body, range.lowerBound + bodySent..<range.upperBound)
        return false
    }

    /// Sends two pieces with one call; returns how much was taken, or -errno.
    private static func send(_ descriptor: Int32, _ first: ByteView, _ second: ByteView, flags: Int32) -> Int {
        var pieces = (
            unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: first.pointer), iov_len: first.count),
            unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: second.pointer), iov_len: second.count)
        )
        return unsafe withUnsafeMutableBytes(of: &pieces) { bytes in
            var message = unsafe msghdr()
            unsafe message.msg_iov = bytes.baseAddress?.assumingMemoryBound(to: iovec.self)
            unsafe message.msg_iovlen = 2
            return SystemCall.result { unsafe sendmsg(descriptor, &message, flags) }
        }
    }

    /// Keeps what the client does not take now; nothing is read from it until it did.
    private mutating func parkOutput(_ slot: Int, _ rest: ByteView, _ shared: SharedBytes?, _ range: Range<Int>) {
        guard !state.unsent.isOverfull else {
            metrics.droppedReaders.add(1)
            return close(slot)
        }
        let parked = table[slot].parked ?? Parked()
        table[slot].parked = parked
        parked.keepOutput(rest, shared, range, countedBy: state.unsent)
        table[slot].phase = .blocked
        table.setDeadline(slot, at: now &+ timeouts.write)
    }

    /// The client reads again: sends on, then goes on with what it had asked in the meantime.
    mutating func resumeOutput(_ slot: Int) {
        guard let parked = table[slot].parked else { return close(slot) }
        while parked.hasOutput {
            let rest = parked.output.view.dropFirst(parked.outputSent)
            let body = parked.shared?.view[parked.sharedRange] ?? .empty
            let result = Self.send(table[slot].descriptor, rest, body, flags: Int32(MSG_NOSIGNAL))
            guard result > 0 else {
                if result != -Int(EAGAIN) { close(slot) }
                return
            }
            metrics.sentBytes.add(result)
            let first = min(result, rest.count)
            parked.outputSent += first
            parked.sharedRange = parked.sharedRange.lowerBound + result - first..<parked.sharedRange.upperBound
            table.setDeadline(slot, at: now &+ timeouts.write)
        }
        parked.clearOutput()
        if let content = parked.pending { return waitOn(slot, parked, for: content) }
        table[slot].phase = .head
        let held = parked.input.count
        if table[slot].flags.contains(.closes) {
            if held > 0 { table[slot].flags.insert(.lingers) }
            return finish(slot)
        }
        if phase == .draining, held == 0 { return finish(slot) }
        table.setDeadline(slot, at: now &+ timeouts.idle)
        if held > 0 {
            unsafe input.update(from: parked.input.view.pointer, count: held)
            parked.input.removeAll()
            process(slot, count: held)
        }
        readOn(slot)
    }

    /// The last answer is sent: shuts our side, which sends the FIN, and the end of the answer with it. RFC 9112 §9.6: unless all
    /// input was read, the rest is dropped for a while, since closing now would make the kernel send a reset, which can
    /// destroy the answer on its way.
    mutating func finish(_ slot: Int) {
        // Not left to `close`: where input came in the meantime, it would reset at once and drop what is held back.
        shutdown(table[slot].descriptor, Int32(SHUT_WR))
        guard table[slot].flags.contains(.lingers) else { return close(slot) }
        table[slot].phase = .lingering
        table[slot].parked = nil
        table.setDeadline(slot, at: now &+ timeouts.linger)
    }
}
