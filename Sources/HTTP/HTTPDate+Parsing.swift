public import Bytes

extension HTTPDate {
    /// The seconds since 1970 of a date in any of the three forms (RFC 9110 §5.6.7); nil when it is none.
    ///
    /// The two-digit year of the RFC 850 form means the latest year that is not more than 50 years after `now`.
    public static func parse(_ text: ByteView, now: Int) -> Int? {
        var reader = DateReader(text)
        if let comma = text.firstIndex(of: UInt8(ascii: ",")) {
            let isFull = comma > 3
            guard isFull ? reader.skipWord(dayNames) : reader.skipWord(days, width: 3), reader.skip(", ") else {
                return nil
            }
            return isFull ? parse850(&reader, now: now) : parseFixdate(&reader)
        }
        return parseAsctime(&reader)
    }

    private static let dayNames: StaticString = "Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,"

    /// `06 Nov 1994 08:49:37 GMT`
    private static func parseFixdate(_ reader: inout DateReader) -> Int? {
        guard let day = reader.number(2), reader.skip(" "), let month = reader.month(months), reader.skip(" "),
            let year = reader.number(4), reader.skip(" "), let clock = reader.clock(), reader.skip(" GMT"),
            reader.isAtEnd
        else { return nil }
        return seconds(year, month, day, clock)
    }

    /// `06-Nov-94 08:49:37 GMT`
    private static func parse850(_ reader: inout DateReader, now: Int) -> Int? {
        guard let day = reader.number(2), reader.skip("-"), let month = reader.month(months), reader.skip("-"),
            let digits = reader.number(2), reader.skip(" "), let clock = reader.clock(), reader.skip(" GMT"),
            reader.isAtEnd
        else { return nil }
        let latest = civil(fromDay: now.floorDivided(by: 86_400)).year + 50
        let year = latest - (latest - digits).positiveRemainder(by: 100)
        return seconds(year, month, day, clock)
    }

    /// `Sun Nov  6 08:49:37 1994`
    private static func parseAsctime(_ reader: inout DateReader) -> Int? {
        guard reader.skipWord(days, width: 3), reader.skip(" "), let month = reader.month(months), reader.skip(" "),
            let day = reader.skip(" ") ? reader.number(1) : reader.number(2), reader.skip(" "),
            let clock = reader.clock(), reader.skip(" "), let year = reader.number(4), reader.isAtEnd
        else { return nil }
        return seconds(year, month, day, clock)
    }

    private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ clock: Int) -> Int? {
        let count = self.day(year: year, month: month, day: day)
        // 31 April is 1 May: no date.
        guard day > 0, civil(fromDay: count) == (year, month, day) else { return nil }
        return count * 86_400 + clock
    }
}

/// Reads a date from left to right.
private struct DateReader {
    private var rest: ByteView

    init(_ text: ByteView) {
        rest = text
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ literal: StaticString) -> Bool {
        guard rest.hasPrefix(ByteView(literal)) else { return false }
        rest = rest.dropFirst(ByteView(literal).count)
        return true
    }

    /// Skips one of the names that stand in `names`, each `width` long.
    mutating func skipWord(_ names: StaticString, width: Int) -> Bool {
        index(in: names, width: width) != nil
    }

    /// Skips one of the names in `names`, each with a comma behind it; the comma stays.
    mutating func skipWord(_ names: StaticString) -> Bool {
        var left = ByteView(names)
        while let comma = left.firstIndex(of: UInt8(ascii: ",")) {
            if rest.hasPrefix(left.prefix(comma + 1)) {
                rest = rest.dropFirst(comma)
                return true
            }
            left = left.dropFirst(comma + 1)
        }
        return false
    }

    private mutating func index(in names: StaticString, width: Int) -> Int? {
        let names = ByteView(names)
        guard rest.count >= width else { return nil }
        for index in 0..<names.count / width where rest.prefix(width) == names[index * width..<(index + 1) * width] {
            rest = rest.dropFirst(width)
            return index
        }
        return nil
    }

    mutating func month(_ names: StaticString) -> Int? {
        index(in: names, width: 3).map { $0 + 1 }
    }

    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits, let value = DecimalNumber.value(of: rest.prefix(digits)) else { return nil }
        rest = rest.dropFirst(digits)
        return value
    }

    /// `08:49:37` in seconds; a leap second counts as the one before.
    mutating func clock() -> Int? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }
}
