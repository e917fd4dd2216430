import Bytes
import HTTP

/// What a test site makes on other threads: the test says when.
final class TestWorkshop: Sendable {
    private struct State {
        var pending: [String: PendingContent] = [:]
        var made = 0
        var asked = 0
        var finishesAtOnce = false
    }

    private let state = Guarded(State())

    /// What is being made under `name`; counted as made once for all who ask before it is finished.
    func content(_ name: String) -> PendingContent {
        state.withLock { state in
            state.asked += 1
            if let content = state.pending[name], content.join() { return content }
            let content = PendingContent(tag: ByteView("\"t\""))
            state.pending[name] = content
            state.made += 1
            if state.finishesAtOnce { Task.detached { self.finish(name) } }
            return content
        }
    }

    /// From now on everything is finished soon, on some other thread.
    func finishesAtOnce() { state.withLock { $0.finishesAtOnce = true } }

    /// How many contents were begun, and by how many requests.
    var counts: (made: Int, asked: Int) { state.withLock { ($0.made, $0.asked) } }

    /// What is being made under `name`.
    subscript(name: String) -> PendingContent? { state.withLock { $0.pending[name] } }

    /// Ends what is being made under `name`; false when nobody wanted it any more.
    @discardableResult
    func finish(_ name: String, _ outcome: PendingContent.Outcome? = nil) -> Bool {
        guard let content = state.withLock({ $0.pending.removeValue(forKey: name) }), content.begin() else {
            return false
        }
        content.finish(outcome ?? .made(SharedBytes(Array("made \(name)".utf8))))
        return true
    }
}
