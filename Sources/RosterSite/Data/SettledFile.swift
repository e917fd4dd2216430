internal import Bytes
internal import Glibc

/// Reading files that somebody may be writing to.
enum SettledFile {
    /// What reading came to.
    enum Outcome {
        /// All bytes of one state of the file, and what the system said about it.
        case bytes(SharedBytes, FileIdentity)
        /// The file kept changing: look again later.
        case unsettled
        /// It can't be read.
        case failed(FileError)
    }

    /// A file written to in this time may still be written to. Files are stamped by a clock of 4 ms at the coarsest.
    private static let quietNanoseconds: Int64 = 30_000_000
    /// With the quiet time a quarter of a second: the next look comes soon enough.
    private static let attempts = 8

    /// Reads the file at `path` whole, at most `limit` bytes; waits a little while it changes.
    ///
    /// A file that another takes the place of (atomic rename) is read to its end as it was: the descriptor keeps it. One
    /// that is written in place is taken only if it did not change from before the first byte until a quiet moment after
    /// the last.
    static func read(_ path: String, limit: Int) -> Outcome {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failed(.refused(call: "open", code: errno)) }
        defer { close(descriptor) }
        for _ in 0..<attempts {
            guard let before = FileIdentity(descriptor: descriptor) else {
                return .failed(.refused(call: "fstat", code: errno))
            }
            if before.kind == .other { return .failed(.isNoFile) }
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { return .failed(.refused(call: "lseek", code: errno)) }
            do throws(FileError) {
                let bytes = try SharedBytes.contents(ofDescriptor: descriptor, limit: limit)
                if before.isFresh(within: quietNanoseconds, now: FileIdentity.now()) {
                    _ = usleep(UInt32(quietNanoseconds / 1000))
                }
                if bytes.count == before.size, FileIdentity(descriptor: descriptor) == before {
                    return .bytes(bytes, before)
                }
            } catch {
                return .failed(error)
            }
        }
        return .unsettled
    }
}
