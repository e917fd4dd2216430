internal import Bytes
internal import HTTP

/// What a connection can't finish now: part of a head, a request waiting for its body, output the client does not take,
/// a request whose answer is being made.
final class Parked {
    /// Bytes received and not yet used; during a body, the head of its request.
    var input = OutputBuffer(capacity: 1024)
    /// What is left of the body.
    var body = BodyReader.none
    /// When the body has to have come this far: the count of bytes at which the deadline moves.
    var bodyProgress = 0
    /// Output not yet sent, and how much of it is.
    var output = OutputBuffer(capacity: 16)
    var outputSent = 0
    /// A large body behind `output`, and what of it is not yet sent.
    var shared: SharedBytes?
    var sharedRange = 0..<0
    /// What the first request in `input`, whose body was read, waits for.
    var pending: PendingContent?
    /// When that request came, in microseconds of the clock for durations, and the tick at which it has waited too long.
    var pendingSince = 0
    var pendingDeadline: UInt32?

    /// Who counts the memory of the output.
    private var counter: UnsentBytes?

    deinit {
        counter?.remove(copied: output.reservedCapacity, shared: shared)
        // The client went away before its answer came.
        pending?.leave()
    }

    var hasOutput: Bool { outputSent < output.count || !sharedRange.isEmpty }
    var isEmpty: Bool { input.isEmpty && !hasOutput && body.isComplete }

    /// Keeps a copy of `rest`, and behind it the bytes of `shared` at `range`.
    func keepOutput(_ rest: ByteView, _ shared: SharedBytes?, _ range: Range<Int>, countedBy counter: UnsentBytes) {
        output = OutputBuffer(capacity: max(16, rest.count))
        output.append(rest)
        outputSent = 0
        self.shared = shared
        sharedRange = range
        self.counter = counter
        counter.add(copied: output.reservedCapacity, shared: shared)
    }

    /// Forgets output that was sent, with its memory.
    func clearOutput() {
        counter?.remove(copied: output.reservedCapacity, shared: shared)
        counter = nil
        output = OutputBuffer(capacity: 16)
        outputSent = 0
        shared = nil
        sharedRange = 0..<0
    }
}

@available(*, unavailable)
extension Parked: Sendable {}

/// Follows a body to its end, whatever its framing.
enum BodyReader {
    case none
    case length(Int)
    case chunked(ChunkedBody)

    init(_ framing: BodyFraming) {
        switch framing {
        case .none: self = .none
        case .length(let count): self = .length(count)
        case .chunked: self = .chunked(ChunkedBody())
        }
    }

    var isComplete: Bool {
        switch self {
        case .none: true
        case .length(let left): left == 0
        case .chunked(let body): body.isComplete
        }
    }

    /// How many of `bytes` belong to the body.
    mutating func consume(_ bytes: ByteView, limit: Int) throws(RequestParseError) -> Int {
        switch self {
        case .none: return 0
        case .length(let left):
            let taken = min(left, bytes.count)
            self = .length(left - taken)
            return taken
        case .chunked(var body):
            let taken = try body.consume(bytes, limit: limit)
            self = .chunked(body)
            return taken
        }
    }
}
