/// A moment, in the proleptic Gregorian calendar and UTC, from year 0000 to 9999.
public struct PropertyListDate: Sendable, Hashable {
    /// Seconds since 2001-01-01T00:00:00Z, as binary property lists keep it.
    public let secondsSince2001: Double

    /// Seconds since 1970-01-01T00:00:00Z.
    public var unixSeconds: Double { secondsSince2001 + Double(Self.unixSecondsOf2001) }

    static let unixSecondsOf2001 = 978_307_200
    /// 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z in seconds since 2001.
    static let range = -63_145_526_400.0..<252_423_993_600.0

    /// The date, or nil when it is no number or lies outside the years 0000 to 9999.
    init?(checking seconds: Double) {
        guard Self.range.contains(seconds) else { return nil }
        secondsSince2001 = seconds
    }

    init(secondsSince2001: Double) {
        self.secondsSince2001 = secondsSince2001
    }

    /// The date of a day and time, or nil when there is no such day or time.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second),
            day >= 1, day <= Self.days(in: month, of: year)
        else { return nil }
        let days = Self.days(before: year, month: month) + day - 1
        secondsSince2001 = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// How many days `month` has.
    static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from 2001-01-01 to the first of `month`.
    private static func days(before year: Int, month: Int) -> Int {
        // Counting years from March puts the leap day last. 400 years have 146,097 days; 730,791 days lie between
        // 0000-03-01 and 2001-01-01.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1 + 400, month + 9)
        let shift = month > 2 ? 0 : 146_097
        return y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 - shift - 730_791
    }
}

extension PropertyListDate: CustomStringConvertible {
    /// `YYYY-MM-DDThh:mm:ssZ`, with a fraction (`.5`) where there is one.
    public var description: String {
        let whole = secondsSince2001.rounded(.down)
        let (days, rest) = Int(whole).floorDivided(by: 86_400)
        let (year, month, day) = Self.civil(days)
        let time = (rest / 3600, rest / 60 % 60, rest % 60)
        let dateText = "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))"
        return "\(dateText)T\(Self.pad(time.0, 2)):\(Self.pad(time.1, 2)):\(Self.pad(time.2, 2))\(fraction)Z"
    }

    /// The date without its fraction of a second, as XML property lists write it.
    var wholeSeconds: PropertyListDate { PropertyListDate(secondsSince2001: secondsSince2001.rounded(.down)) }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        // The inverse of `days(before:month:)`, from 0000-03-01, 400 years earlier to stay positive.
        let (era, dayOfEra) = (days + 730_791 + 146_097).floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The shortest decimal fraction that gives this very date back, with its point; nothing when whole.
    private var fraction: String {
        let whole = secondsSince2001.rounded(.down)
        guard whole != secondsSince2001 else { return "" }
        let scaled = secondsSince2001 - whole
        // Adding a whole number rounds; the digits of the sum are enough to get the same sum again.
        for digits in 1...17 {
            let text = Self.decimals(scaled, digits)
            if let value = Double("0\(text)"), whole + value == secondsSince2001 { return text }
        }
        return Self.decimals(scaled, 17)
    }

    private static func decimals(_ fraction: Double, _ digits: Int) -> String {
        var power = 1.0
        for _ in 0..<digits { power *= 10 }
        let scaled = min((fraction * power).rounded(), power - 1)
        return ".\(pad(Int(scaled), digits))"
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Int {
    /// The quotient rounded down and the remainder from 0.
    func floorDivided(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
