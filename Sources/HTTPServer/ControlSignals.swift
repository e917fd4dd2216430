internal import CLinux
internal import Glibc

/// What tells a server to stop or reload: signals, read from a descriptor, and calls from other threads.
final class ControlSignals: Sendable {
    enum Wish {
        case stop
        case reload
        case nothing
    }

    private let signals: Int32
    private let stopEvent: Int32

    /// Blocks SIGTERM, SIGINT and SIGHUP for this thread and those it makes. Returns them.
    @discardableResult
    static func hold() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        return set
    }

    /// Blocks the signals, so that they come only through the descriptor.
    init(takesSignals: Bool) throws(SystemError) {
        signal(SIGPIPE, SIG_IGN)
        let event = FileDescriptor(try SystemCall.checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) })
        guard takesSignals else {
            signals = -1
            stopEvent = event.release()
            return
        }
        var set = Self.hold()
        signals = try SystemCall.checked("signalfd") { unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC)) }
        stopEvent = event.release()
    }

    deinit {
        if signals >= 0 { close(signals) }
        close(stopEvent)
    }

    func requestStop() {
        var one: UInt64 = 1
        _ = unsafe write(stopEvent, &one, 8)
    }

    /// Waits for the next wish, at most this long; -1 means for ever.
    func wait(milliseconds: Int) -> Wish {
        var polls = [
            pollfd(fd: stopEvent, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        let count = SystemCall.result { unsafe Int(poll(&polls, 2, Int32(clamping: milliseconds))) }
        guard count > 0 else { return .nothing }
        if polls[0].revents != 0 {
            var value: UInt64 = 0
            _ = unsafe read(stopEvent, &value, 8)
            return .stop
        }
        var info = signalfd_siginfo()
        guard unsafe read(signals, &info, MemoryLayout<signalfd_siginfo>.size) > 0 else { return .nothing }
        return Int32(bitPattern: info.ssi_signo) == SIGHUP ? .reload : .stop
    }
}
