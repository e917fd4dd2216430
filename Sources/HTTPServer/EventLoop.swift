internal import Bytes
internal import CLinux
internal import Glibc
internal import HTTP

/// One thread's connections, from accept to close: an epoll set, a table, one buffer for input and one for output.
///
/// Nothing here waits but `epoll_wait`; nothing is shared with other loops but counters.
@safe
struct EventLoop: ~Copyable {
    /// A listener as this loop sees it.
    struct Door {
        let descriptor: Int32
        let isAdmin: Bool
        let isUnix: Bool
        /// Other loops wait on the same descriptor.
        let isShared: Bool
    }

    let state: ServerState
    let number: Int
    let metrics: LoopMetrics
    let epoll: FileDescriptor
    let mailbox: LoopMailbox
    var doors: [Door]
    var isAccepting = false
    /// When accepting goes on after descriptors ran out; 0 when it was not stopped.
    var acceptAgain: UInt32 = 0

    var table: ConnectionTable
    let input: UnsafeMutablePointer<UInt8>
    let inputSize: Int
    var output = OutputBuffer(capacity: 64 * 1024)
    /// Where unsent output begins: before it lies the unused part of a gap.
    var sendStart = 0
    var head = ResponseHeadBuffer()
    var request: HTTPRequest
    let parser: RequestParser
    let responder: any Responder
    var timeouts: Timeouts
    var identifiers: RequestIdentifiers
    var date = DateLine()
    var log: AccessLog
    let endpoints: ServerEndpoints
    /// Whether anybody wants durations: only then is the clock read for each batch of requests.
    let measuresTime: Bool
    var requestStart = 0
    /// The clock of this turn.
    var now: UInt32 = 0
    var phase = ServerState.Phase.starting
    private let events: UnsafeMutablePointer<epoll_event>
    private static var eventCount: Int { 256 }

    /// A loop that is ready to run.
    static func make(
        state: ServerState,
        number: Int,
        doors: [Door],
        mailbox: LoopMailbox,
        capacity: Int,
    ) throws(SystemError) -> EventLoop {
        let epoll = FileDescriptor(try SystemCall.checked("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        let loop = EventLoop(epoll, state, number: number, doors: doors, mailbox: mailbox, capacity: capacity)
        try loop.watch(mailbox.descriptor, tag: Tag.wake, events: EPOLLIN.rawValue)
        return loop
    }

    private init(
        _ epoll: consuming FileDescriptor,
        _ state: ServerState,
        number: Int,
        doors: [Door],
        mailbox: LoopMailbox,
        capacity: Int,
    ) {
        self.epoll = epoll
        self.state = state
        self.number = number
        self.doors = doors
        self.mailbox = mailbox
        let configuration = state.configuration
        metrics = state.metrics.loops[number]
        now = Self.tickNow()
        table = ConnectionTable(capacity: capacity, tick: now)
        inputSize = configuration.limits.headBytes + 16 * 1024
        unsafe input = .allocate(capacity: inputSize)
        unsafe events = .allocate(capacity: Self.eventCount)
        request = HTTPRequest(fieldLimit: configuration.limits.fields)
        parser = RequestParser(limits: configuration.limits)
        responder = state.factory.makeResponder()
        timeouts = Timeouts(configuration)
        identifiers = RequestIdentifiers()
        log = AccessLog(format: configuration.accessLog)
        endpoints = ServerEndpoints()
        measuresTime = !configuration.admin.isEmpty || configuration.accessLog == .json
    }

    deinit {
        unsafe input.deallocate()
        unsafe events.deallocate()
    }

    /// What an event is about, when not a connection: numbers above every slot.
    enum Tag {
        static var wake: UInt64 { 0xffff_ffff }
        static func door(_ index: Int) -> UInt64 { 0xffff_0000 + UInt64(index) }
    }

    static func tickNow() -> UInt32 {
        UInt32(truncatingIfNeeded: SystemCall.milliseconds() >> ConnectionTable.tickShift)
    }

    /// Serves until the server has stopped and the last connection is closed.
    mutating func run() {
        while true {
            let timeout = waitTime()
            log.flush()
            let count = SystemCall.result {
                unsafe clinux_epoll_wait(epoll.number, events, Int32(Self.eventCount), timeout)
            }
            now = Self.tickNow()
            date.update()
            for index in 0..<max(0, count) { unsafe dispatch(events[index]) }
            expireConnections()
            if phase == .stopped || phase == .draining && table.count == 0 { break }
        }
        closeAll()
        log.flush()
    }

    private mutating func waitTime() -> Int32 {
        var ticks = table.ticksToNextBucket() ?? 1000
        if acceptAgain != 0 { ticks = min(ticks, 2) }
        return Int32(truncatingIfNeeded: ticks << ConnectionTable.tickShift)
    }

    private mutating func dispatch(_ event: epoll_event) {
        let data = unsafe event.data.u64
        if data >= Tag.door(0), data <= Tag.wake {
            data == Tag.wake ? wakeUp() : accept(at: Int(data & 0xffff))
            return
        }
        let generation = UInt32(truncatingIfNeeded: data >> 32)
        guard let slot = table.slot(Int(data & 0xffff_ffff), generation: generation) else { return }
        unsafe handle(slot, events: event.events)
    }

    /// Another thread changed the server's phase, or finished what a connection waits for.
    private mutating func wakeUp() {
        resumeWaiting()
        let next = state.phase
        guard next.rawValue > phase.rawValue else { return }
        phase = next
        switch next {
        case .starting, .unready: break
        case .serving: startAccepting()
        case .draining: drain()
        case .stopped: closeAll()
        }
    }

    /// Tells epoll about a descriptor.
    func watch(_ descriptor: Int32, tag: UInt64, events: UInt32) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.u64 = tag
        try SystemCall.checked("epoll_ctl") { unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event) }
    }
}

/// The configuration's times in ticks.
struct Timeouts {
    let header: UInt32
    let body: UInt32
    let idle: UInt32
    let write: UInt32
    /// For an answer that another thread makes.
    let answer: UInt32
    /// How long what a refused client still sends is dropped.
    let linger: UInt32

    init(_ configuration: ServerConfiguration) {
        header = Self.ticks(configuration.headerTimeout)
        body = Self.ticks(configuration.bodyTimeout)
        idle = Self.ticks(configuration.idleTimeout)
        write = Self.ticks(configuration.writeTimeout)
        answer = Self.ticks(configuration.answerTimeout)
        linger = Self.ticks(2)
    }

    private static func ticks(_ seconds: Double) -> UInt32 {
        let milliseconds = min(max(seconds, 0.064), 86_400) * 1000
        return (UInt32(milliseconds) >> UInt32(ConnectionTable.tickShift)) + 1
    }
}

/// `Date: …`, written once a second.
struct DateLine: ~Copyable {
    private var second = -1
    /// How often the line was written.
    private(set) var edition = 0
    private var text = OutputBuffer(capacity: 64)

    /// The line with its end.
    var line: ByteView { text.view }

    init() { update() }

    mutating func update() {
        let now = SystemCall.wallSeconds()
        guard now != second else { return }
        second = now
        edition += 1
        text.removeAll()
        text.append("Date: ")
        HTTPDate.append(now, to: &text)
        text.append("\r\n")
    }
}
