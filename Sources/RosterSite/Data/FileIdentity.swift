internal import Glibc

/// What the system says about a file without reading it: equal as long as nobody wrote to it or put another in place.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// How long it is, in bytes.
    let size: Int
    private let modified: Int64
    private let changed: Int64
    /// What it is.
    let kind: Kind

    /// What kind of file.
    enum Kind: Sendable {
        case file, folder, link, other
    }

    /// What is at `path`, links followed unless `isLinkItself`; nil for nothing.
    init?(path: String, isLinkItself: Bool = false) {
        var status = stat()
        let flags = isLinkItself ? AT_SYMLINK_NOFOLLOW : 0
        guard unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 else { return nil }
        self.init(status)
    }

    /// What is open as `descriptor`; nil if nothing is.
    init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
    }

    /// When its content changed last, in seconds since 1970.
    var modifiedSeconds: Int { Int(modified / 1_000_000_000) }

    /// Whether it was written to in the last `nanoseconds` before `now`, both since 1970: then it may still be.
    func isFresh(within nanoseconds: Int64, now: Int64) -> Bool {
        now &- max(modified, changed) < nanoseconds
    }

    /// Nanoseconds since 1970, by the clock that files are stamped with.
    static func now() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
