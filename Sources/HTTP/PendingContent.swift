public import Bytes

/// Content that another thread makes, once for all requests that ask for it meanwhile.
///
/// A responder answers such a request with `HTTPResponse.Body.pending`; its event loop serves others and comes back with
/// `respond(to:with:body:)` when there is an outcome. Who makes the content calls `begin()`, then `finish(_:)`.
public final class PendingContent: Sendable {
    /// What came of it.
    public enum Outcome: Sendable {
        /// The content, without a copy for each who waits.
        case made(SharedBytes)
        /// It can't be made: the status of the answer and a sentence that says why.
        case refused(HTTPStatus, reason: String)
        /// Everybody had left before it was begun.
        case abandoned
    }

    /// Somebody who can be told that there is an outcome: an event loop.
    public protocol Waiter: AnyObject, Sendable {
        /// Called once for each `notify(_:_:)`, on any thread; must not wait.
        func resume(_ token: UInt64)
    }

    private struct State {
        var outcome: Outcome?
        var hasBegun = false
        /// Requests that still want it. The first is the one it was made for.
        var requests = 1
        var waiters: [(waiter: any Waiter, token: UInt64)] = []
    }

    /// The strong validator of the content, quotes included: tells whether it is still what a request asks for.
    public let tag: SharedBytes
    private let state = Guarded(State())

    /// Content to be made, wanted by one request.
    public init(tag: ByteView) {
        self.tag = SharedBytes(tag)
    }

    /// What came of it; nil while it is not finished.
    public var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Whether anybody waits or it is being made already.
    public var isWanted: Bool { state.withLock { $0.requests > 0 || $0.hasBegun } }

    /// Counts one more request that wants it; false when it was given up: then it must be asked for anew.
    public func join() -> Bool {
        state.withLock { state in
            if case .abandoned = state.outcome { return false }
            state.requests += 1
            return true
        }
    }

    /// Takes back one request, whose client is gone.
    public func leave() {
        state.withLock { $0.requests -= 1 }
    }

    /// Whether to make it now. If nobody wants it any more it is finished as abandoned instead.
    public func begin() -> Bool {
        let isWanted = state.withLock { state in
            state.hasBegun = state.requests > 0
            return state.hasBegun
        }
        if !isWanted { finish(.abandoned) }
        return isWanted
    }

    /// Ends it and tells everybody. Only the first call counts.
    public func finish(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            guard state.outcome == nil else { return [(waiter: any Waiter, token: UInt64)]() }
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        for (waiter, token) in waiters { waiter.resume(token) }
    }

    /// Tells `waiter` once there is an outcome; at once if there is one.
    public func notify(_ waiter: any Waiter, _ token: UInt64) {
        let isFinished = state.withLock { state in
            if state.outcome == nil { state.waiters.append((waiter, token)) }
            return state.outcome != nil
        }
        if isFinished { waiter.resume(token) }
    }
}
