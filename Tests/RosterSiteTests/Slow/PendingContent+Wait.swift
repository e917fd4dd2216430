import Dispatch
import HTTP
import Testing

extension PendingContent {
    private final class Bell: PendingContent.Waiter {
        let semaphore = DispatchSemaphore(value: 0)
        func resume(_ token: UInt64) { semaphore.signal() }
    }

    /// Waits until there is an outcome; a test that waits for a minute has failed.
    func wait() {
        let bell = Bell()
        notify(bell, 0)
        if bell.semaphore.wait(timeout: .now() + 60) == .timedOut { Issue.record("the content was never made") }
    }
}
