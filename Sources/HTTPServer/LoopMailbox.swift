internal import Bytes
internal import CLinux
internal import Glibc
internal import HTTP

/// Where other threads leave word for an event loop: that the server's phase changed, that a pending answer is there.
///
/// Whoever may still have something to say keeps it, so the descriptor is never closed under a writer.
final class LoopMailbox: PendingContent.Waiter {
    private let event: FileDescriptor
    private let tokens = Guarded<[UInt64]>([])

    init() throws(SystemError) {
        let flags = Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)
        event = FileDescriptor(try SystemCall.checked("eventfd") { eventfd(0, flags) })
    }

    /// Readable while there is word.
    var descriptor: Int32 { event.number }

    /// Wakes the loop.
    func wake() {
        var one: UInt64 = 1
        _ = unsafe write(event.number, &one, 8)
    }

    /// Tells the loop that the connection of `token` can be answered.
    func resume(_ token: UInt64) {
        tokens.withLock { $0.append(token) }
        wake()
    }

    /// What was left since the last call. The event is taken back first: word that comes meanwhile wakes the loop again.
    func takeTokens() -> [UInt64] {
        var value: UInt64 = 0
        _ = unsafe read(event.number, &value, 8)
        return tokens.withLock { tokens in
            defer { tokens.removeAll() }
            return tokens
        }
    }
}
