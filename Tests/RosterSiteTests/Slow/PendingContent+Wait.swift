import Dispatch
import HTTP

extension PendingContent {
    private final class Bell: PendingContent.Waiter {
        let semaphore = DispatchSemaphore(value: 0)
        func resume(_ token: UInt64) { semaphore.signal() }
    }

    /// Waits until there is an outcome.
    func wait() {
        let bell = Bell()
        notify(bell, 0)
        bell.semaphore.wait()
    }
}
