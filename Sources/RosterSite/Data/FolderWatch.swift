internal import Bytes
internal import Glibc
internal import Synchronization

/// Keeps a snapshot of a data folder up to date, on a thread of its own.
public final class FolderWatch: Sendable {
    /// A change is seen at the latest after this, also where the system sends no news.
    private static let period: Int32 = 500
    /// Reading this many bytes leaves the heap in pieces worth giving back.
    private static let largeRead = 8 << 20
    /// News come in bursts: a moment later the rest is there too.
    private static let burst: UInt32 = 5_000
    /// As many looks in a row must find no folder before it is called gone.
    private static let patience = 2

    private let newest: Mutex<Snapshot>
    private let folder: DataFolder
    private let events: FolderEvents
    private let state: Mutex<FolderState>
    private let report: @Sendable (Finding) -> Void
    private let isStopping = Atomic(false)
    private let isForced = Atomic(false)
    /// How many looks in a row found no folder.
    private let misses = Atomic(0)
    private let thread = Mutex<pthread_t?>(nil)
    private let preparation = Mutex<@Sendable (Snapshot) -> Void>({ _ in })

    /// Reads `folder` once, on this thread; `report` gets every finding, now and whenever a file is read again.
    ///
    /// Broken files do not keep the others from being shown. Throws if the folder itself can't be read.
    public init(_ folder: DataFolder, report: @escaping @Sendable (Finding) -> Void) throws(FolderError) {
        guard let events = FolderEvents() else { throw .system(call: "eventfd", code: errno) }
        guard let listing = folder.look() else { throw .unreadable(path: folder.path, code: errno) }
        var state = FolderState()
        state.step(folder, listing)
        state.snapshot.prepareLargeSearches()
        if state.bytesRead > Self.largeRead { Heap.trim() }
        newest = Mutex(state.snapshot)
        state.findings.forEach(report)
        self.folder = folder
        self.events = events
        self.state = Mutex(state)
        self.report = report
    }

    /// The newest snapshot.
    var snapshot: Snapshot { newest.withLock { $0 } }

    /// What is done with each new snapshot, on the watching thread, before event loops can see it.
    func prepare(_ action: @escaping @Sendable (Snapshot) -> Void) { preparation.withLock { $0 = action } }

    /// Begins to watch, until `stop`: the thread keeps this object. Call it once.
    public func start() {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, Self.main, context)
        guard code == 0 else { return unsafe Unmanaged<FolderWatch>.fromOpaque(context).release() }
        self.thread.withLock { $0 = thread }
    }

    /// Ends the thread and waits for its end. Call it from another thread.
    public func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        isStopping.store(true, ordering: .releasing)
        events.ring()
        pthread_join(thread, nil)
    }

    /// Reads everything again, changed or not, on this thread. Returns false, with nothing changed, if the folder can't be
    /// read.
    @discardableResult
    public func reload() -> Bool {
        isForced.store(true, ordering: .releasing)
        lookNow()
        return misses.load(ordering: .relaxed) == 0
    }

    /// Looks once, now: what the thread does each time it wakes. True if a new snapshot was published.
    @discardableResult
    func lookNow() -> Bool {
        let isForced = isForced.exchange(false, ordering: .acquiringAndReleasing)
        guard let listing = folder.look() else { return miss(code: errno) }
        if misses.exchange(0, ordering: .relaxed) >= Self.patience {
            report(.warning("the data folder is back", in: folder.path))
        }
        return state.withLock { state in
            guard isForced || !state.isCurrent(listing) else { return false }
            let before = (state.snapshot.revision, state.findings)
            state.step(folder, listing, isForced: isForced)
            for finding in state.findings where !before.1.contains(finding) { report(finding) }
            guard state.snapshot.revision != before.0 || isForced else { return false }
            publish(state)
            if state.bytesRead > Self.largeRead { Heap.trim() }
            return true
        }
    }

    /// The folder can't be read, with an errno. What was read stays, and after a while says so.
    private func miss(code: Int32) -> Bool {
        // A folder may be gone for a moment, while another is put in its place.
        guard misses.add(1, ordering: .relaxed).newValue == Self.patience else { return false }
        let reason = FolderError.unreadable(path: folder.path, code: code).reason
        report(.error("the data folder can't be read: \(reason); its pages stay as they were", in: folder.path))
        state.withLock { state in
            state.markStale()
            publish(state)
        }
        return true
    }

    private func publish(_ state: FolderState) {
        state.snapshot.prepareSearches()
        preparation.withLock { $0 }(state.snapshot)
        newest.withLock { $0 = state.snapshot }
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context = unsafe context else { return nil }
        let watch = unsafe Unmanaged<FolderWatch>.fromOpaque(context).takeRetainedValue()
        watch.run()
        return nil
    }

    // Not in `run`, which would keep the snapshot for as long as the thread lives.
    private func prepareSearchesWhenIdle() {
        let first = snapshot
        Background.runWhenIdle { first.prepareSearches() }
    }

    private func run() {
        prepareSearchesWhenIdle()
        while !isStopping.load(ordering: .acquiring) {
            events.watch(folder.path)
            for images in folder.imageFolders { events.watch(images.path) }
            events.wait(milliseconds: Self.period)
            _ = usleep(Self.burst)
            if !isStopping.load(ordering: .acquiring) { lookNow() }
        }
    }
}

/// Why a data folder can't be served.
public enum FolderError: Error, Equatable {
    /// The folder is not there or may not be read; with an errno.
    case unreadable(path: String, code: Int32)
    /// The system refused `call`; with an errno.
    case system(call: String, code: Int32)
}

extension FolderError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .unreadable(let path, _): "data folder '\(path)': \(reason)"
        case .system(let call, _): "\(call): \(reason)"
        }
    }

    /// The reason alone.
    var reason: String {
        switch self {
        case .unreadable(_, ENOENT): "there is no such folder"
        case .unreadable(_, ENOTDIR): "this is a file, not a folder"
        case .unreadable(_, ELOOP): "its links lead in a circle"
        case .unreadable(_, let code), .system(_, let code): unsafe String(cString: strerror(code))
        }
    }
}
