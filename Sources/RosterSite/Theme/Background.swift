internal import Glibc

/// Work that no request waits for, on a thread of its own that ends with it.
enum Background {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` soon; at once, on this thread, where the system gives no other.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, main, work)
        guard code == 0 else { return unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        pthread_detach(thread)
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
        guard let work = unsafe work else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}
