internal import CLinux
internal import Glibc

/// A system call that failed: its name and what the system said.
public struct SystemError: Error, Equatable, Sendable {
    /// The call, and what it was made for.
    public let call: String
    /// The system's error number.
    public let code: Int32
}

extension SystemError: CustomStringConvertible {
    /// What failed and why, as the system words it.
    public var description: String {
        "\(call): " + (unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
    }
}

/// The one door to the system: interrupted calls are made again, errno is read at once.
enum SystemCall {
    /// The result of `call`, or -errno.
    @inline(__always)
    static func result(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { return -Int(code) }
        }
    }

    /// The result of `call`; throws when it fails.
    @discardableResult
    static func checked(_ name: @autoclosure () -> String, _ call: () -> Int32) throws(SystemError) -> Int32 {
        let result = result { Int(call()) }
        guard result >= 0 else { throw SystemError(call: name(), code: Int32(truncatingIfNeeded: -result)) }
        return Int32(truncatingIfNeeded: result)
    }

    /// Milliseconds of a clock that never goes back.
    static func milliseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1000 &+ time.tv_nsec / 1_000_000
    }

    /// Microseconds of a clock that never goes back.
    static func microseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000_000 &+ time.tv_nsec / 1000
    }

    /// Seconds since 1970.
    static func wallSeconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return time.tv_sec
    }
}

/// An open descriptor with one owner, who closes it.
struct FileDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        if number >= 0 { close(number) }
    }

    /// Gives the descriptor away without closing it.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
