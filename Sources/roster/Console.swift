internal import Bytes
internal import Glibc

/// Standard output, standard error and the environment.
enum Console {
    /// Writes all of `bytes` to standard output; a reader that left ends the program as `SIGPIPE` would.
    static func write(_ bytes: ByteView) throws(CommandFailure) {
        try write(bytes, to: STDOUT_FILENO, named: "standard output")
    }

    /// Writes `text` to standard output.
    static func write(_ text: String) throws(CommandFailure) {
        var buffer = OutputBuffer()
        buffer.append(text)
        try write(buffer.view)
    }

    /// Writes a line to standard error, where a failure can't be told to anybody.
    static func report(_ line: String) {
        var buffer = OutputBuffer()
        buffer.append(line)
        buffer.append("\n")
        // A closed standard error must not stop the work.
        try? write(buffer.view, to: STDERR_FILENO, named: "standard error")
    }

    /// Writes all of `bytes` to an open descriptor.
    static func write(_ bytes: ByteView, to descriptor: Int32, named name: String) throws(CommandFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CommandFailure("\(name): \(unsafe String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Replaces the file at `path` by `bytes`, whole or not at all; `-` is standard output.
    static func write(_ bytes: ByteView, toFile path: String) throws(CommandFailure) {
        if path == "-" { return try write(bytes) }
        let partial = path + ".partial-\(getpid())"
        let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)))") }
        do throws(CommandFailure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, named: path)
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
        guard unsafe rename(partial, path) == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            _ = unsafe unlink(partial)
            throw CommandFailure("\(path): \(reason)")
        }
    }

    /// Whether standard output is a terminal that shows colour; NO_COLOR says it should not.
    static var isTerminal: Bool {
        isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    /// Whether standard error is a terminal that understands being drawn over.
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb" }

    /// Puts `text` in place of the terminal's current line.
    static func reportInPlace(_ text: String) {
        var buffer = OutputBuffer()
        buffer.append("\r\u{1B}[K" + text)
        // Progress is a courtesy: where it can't be shown the work goes on.
        try? write(buffer.view, to: STDERR_FILENO, named: "standard error")
    }

    /// The environment; the first of two equal names counts.
    static let environment: [String: String] = {
        var values: [String: String] = [:]
        var entry = unsafe environ
        while let line = unsafe entry.pointee {
            let text = unsafe String(cString: line)
            if let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if values[name] == nil { values[name] = String(text[text.index(after: equals)...]) }
            }
            unsafe entry += 1
        }
        return values
    }()
}
