internal import Glibc

/// Why a file could not be read.
public enum FileError: Error, Equatable {
    /// The system refused `call` on the file, with an errno.
    case refused(call: String, code: Int32)
    /// The file holds more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The path names a folder.
    case isFolder
    /// The path names a pipe, a socket or a device where a file is due.
    case isNoFile
}

extension FileError: CustomStringConvertible {
    /// The reason as a sentence without the file's name.
    public var description: String {
        switch self {
        case .refused(_, ENOENT): "there is no such file"
        case .refused(_, EACCES): "permission denied"
        case .refused(_, ELOOP): "its links lead in a circle"
        case .refused("open", ENXIO), .isNoFile: "this is a pipe, a socket or a device, not a file"
        case .refused(let call, let code): "\(call): \(unsafe String(cString: strerror(code)))"
        case .tooLarge(let limit): "the file is larger than the limit of \(limit) bytes"
        case .isFolder: "this is a folder, not a file"
        }
    }
}

extension SharedBytes {
    /// What the file at `path` holds, or standard input for `-`.
    ///
    /// Reads pipes too. Holds at most `limit` bytes plus one block while it reads; EINTR is retried.
    public static func contents(ofFile path: String, limit: Int) throws(FileError) -> SharedBytes {
        if path == "-" { return try contents(ofDescriptor: STDIN_FILENO, limit: limit) }
        // A NUL would end the path early for the system: the file opened would not be the one named.
        guard !path.utf8.contains(0) else { throw .refused(call: "open", code: ENOENT) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .refused(call: "open", code: errno) }
        defer { close(descriptor) }
        return try contents(ofDescriptor: descriptor, limit: limit)
    }

    /// What is left to read from an open descriptor, which stays open.
    public static func contents(ofDescriptor descriptor: Int32, limit: Int) throws(FileError) -> SharedBytes {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .refused(call: "fstat", code: errno) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        if isRegular, status.st_size > limit { throw .tooLarge(limit: limit) }

        var buffer = OutputBuffer(capacity: isRegular ? Int(status.st_size) + 1 : 64 * 1024)
        while true {
            let room = max(buffer.reservedCapacity - buffer.count, 1)
            var failure: Int32 = 0
            let before = buffer.count
            unsafe buffer.append(room: room) { bytes in
                let count = unsafe read(descriptor, bytes.baseAddress, bytes.count)
                if count < 0 { failure = errno }
                return count
            }
            if failure == EINTR { continue }
            if failure != 0 { throw .refused(call: "read", code: failure) }
            if buffer.count == before { return buffer.freeze() }
            if buffer.count > limit { throw .tooLarge(limit: limit) }
            buffer.need(1)
        }
    }
}
