internal import Bytes
internal import Glibc

/// Work that no request waits for, on a thread of its own that ends with it.
enum Background {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// SCHED_IDLE, which the C library's headers name only under a macro.
    private static let idle: Int32 = 5

    /// Runs `body` while no core has anything else to do, as `run` does. What it needed of memory and code is let go after.
    static func runWhenIdle(_ body: @escaping @Sendable () -> Void) {
        run {
            var priority = sched_param()
            priority.sched_priority = 0
            // Of this thread only. If the system refuses, the work is done all the same.
            _ = unsafe sched_setscheduler(0, idle, &priority)
            body()
            Heap.settle()
        }
    }

    /// Runs `body` soon; at once, on this thread, where the system gives no other.
    static func run(_ body: @escaping @Sendable () -> Void) {
        if !start(body) { body() }
    }

    /// Runs `body` soon, on another thread; false, without running it, where the system gives none.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, nil, main, work) == 0 else {
            unsafe Unmanaged<Work>.fromOpaque(work).release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
        guard let work = unsafe work else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}
