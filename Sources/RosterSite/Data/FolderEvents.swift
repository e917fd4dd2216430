internal import Glibc

/// Waits until something may have changed in some folders, or until somebody asks to stop or look.
///
/// The system's news (inotify) only make it quick: some file systems send none, links and folders put in place of others
/// escape it, so whoever waits looks at the folder after each wait in any case.
struct FolderEvents: ~Copyable {
    private let news: Int32
    private let bell: (reading: Int32, writing: Int32)

    /// Nothing watched yet; nil if the system has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        bell = (ends[0], ends[1])
        // Without news (-1) looking now and then is enough.
        news = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    }

    deinit {
        close(bell.reading)
        close(bell.writing)
        if news >= 0 { close(news) }
    }

    /// Asks for news of `path`, if it is a folder; asking again changes nothing.
    func watch(_ path: String) {
        guard news >= 0 else { return }
        let kinds = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR
        _ = unsafe inotify_add_watch(news, path, UInt32(kinds))
    }

    /// Ends the wait that is going on, or the next one. May be called from another thread.
    func ring() {
        var byte: UInt8 = 1
        // A full pipe rings already.
        _ = unsafe write(bell.writing, &byte, 1)
    }

    /// Waits for news or a ring, at most `milliseconds`.
    func wait(milliseconds: Int32) {
        var descriptors = [
            pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: news, events: Int16(POLLIN), revents: 0),
        ]
        // poll passes over negative descriptors. EINTR: the caller looks and waits again.
        _ = unsafe poll(&descriptors, 2, milliseconds)
        drain(bell.reading)
        drain(news)
    }

    private func drain(_ descriptor: Int32) {
        guard descriptor >= 0 else { return }
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
            while unsafe read(descriptor, room.baseAddress, room.count) > 0 {}
        }
    }
}
