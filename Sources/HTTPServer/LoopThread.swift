internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that runs one event loop.
final class LoopThread: Sendable {
    private let mailbox: LoopMailbox
    private let thread: pthread_t
    private let start: Start

    /// What the thread is given, and what it says back.
    private final class Start: Sendable {
        let state: ServerState
        let number: Int
        let doors: [EventLoop.Door]
        let mailbox: LoopMailbox
        let capacity: Int
        let isFinished = Atomic<Bool>(false)

        init(state: ServerState, number: Int, doors: [EventLoop.Door], mailbox: LoopMailbox, capacity: Int) {
            self.state = state
            self.number = number
            self.doors = doors
            self.mailbox = mailbox
            self.capacity = capacity
        }

        func run() {
            defer { isFinished.store(true, ordering: .releasing) }
            do throws(SystemError) {
                var loop = try EventLoop.make(
                    state: state,
                    number: number,
                    doors: doors,
                    mailbox: mailbox,
                    capacity: capacity
                )
                loop.run()
            } catch {
                var text = "roster: event loop \(number): \(error)\n"
                text.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }
        }
    }

    init(state: ServerState, number: Int, sockets: ListeningSockets, capacity: Int) throws(SystemError) {
        mailbox = try LoopMailbox()
        start = Start(
            state: state,
            number: number,
            doors: sockets.doors(of: number),
            mailbox: mailbox,
            capacity: capacity
        )
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(start).toOpaque()
        let result = unsafe pthread_create(&thread, nil, LoopThread.main, argument)
        self.thread = thread
        guard result == 0 else {
            unsafe Unmanaged<Start>.fromOpaque(argument).release()
            throw SystemError(call: "pthread_create", code: result)
        }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    var isFinished: Bool { start.isFinished.load(ordering: .acquiring) }

    /// Makes the loop look at the server's phase.
    func wake() { mailbox.wake() }

    /// Waits for the end of the thread.
    func join() {
        pthread_join(thread, nil)
    }
}

/// How many descriptors the process may have.
enum DescriptorLimit {
    /// Raises the soft limit as far as needed and allowed; returns how many connections fit below it.
    static func raise(for wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1000 }
        let needed = rlim_t(max(1, wanted) + reserve)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return max(16, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }

    /// For listeners, data files, templates and the rest of the process.
    private static var reserve: Int { 64 }
}
