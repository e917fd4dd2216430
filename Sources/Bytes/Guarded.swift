internal import Synchronization

/// A value that one thread at a time uses: a `Mutex` whose hand-over the thread sanitizer can see.
///
/// Where threads meet, `Mutex` waits inside the standard library, which is not instrumented, so the sanitizer would take the
/// next use for a race. One more store and load, next to nothing beside a lock, tell it the order.
public struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic<Bool>(false)

    /// Guards `value`.
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the value while no other thread has it. `body` must not use this very value again.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
