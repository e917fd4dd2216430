internal import Glibc
internal import Synchronization

/// How much of the loops' time pictures may take that are drawn pixel by pixel: all loops draw from one budget.
///
/// One number: until when the pictures drawn so far have used the budget up. A picture moves it on by what it costs and is
/// refused if it would then lie more than a second ahead.
final class DrawingBudget: Sendable {
    /// Pixels a second, and at once after a second of rest: two of the largest pictures.
    static let pixelsPerSecond = 8 * 1024 * 1024
    /// A picture of no more pixels takes a few milliseconds and is free.
    static let freePixels = 64 * 1024

    private static let second = 1_000_000_000
    private let usedUntil = Atomic<Int>(0)

    /// Whether a picture of `pixels` may be drawn at `now`, in nanoseconds; if so it is paid for.
    func takes(_ pixels: Int, at now: Int) -> Bool {
        guard pixels > Self.freePixels else { return true }
        let cost = pixels * Self.second / Self.pixelsPerSecond
        var seen = usedUntil.load(ordering: .relaxed)
        while true {
            let end = max(seen, now) + cost
            guard end - now <= Self.second else { return false }
            let (isOurs, current) = usedUntil.compareExchange(expected: seen, desired: end, ordering: .relaxed)
            if isOurs { return true }
            seen = current
        }
    }

    /// The coarse clock, in nanoseconds since the machine started: no system call.
    static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * second + time.tv_nsec
    }
}
