internal import Bytes
internal import Glibc
internal import HTTP

/// A day in UTC, for the foot of printed pages: part of every page's validator.
struct CalendarDay: Sendable, Equatable {
    private static let seconds = 86_400
    /// Days since 1 January 1970.
    let number: Int

    /// The day of a time in seconds since 1970.
    init(seconds: Int) {
        number = seconds / Self.seconds
    }

    /// Today, from the coarse clock: no system call.
    static var today: CalendarDay {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return CalendarDay(seconds: time.tv_sec)
    }

    /// Writes `2026-11-30`.
    func append(to out: inout OutputBuffer) {
        let start = out.count
        HTTPDate.appendISO(number * Self.seconds, to: &out)
        out.truncate(to: start + "2026-11-30".utf8.count)
    }
}
