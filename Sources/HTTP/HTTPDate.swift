public import Bytes

/// Dates of HTTP (RFC 9110 §5.6.7): written as IMF-fixdate, read in all three forms.
public enum HTTPDate {
    static let days: StaticString = "SunMonTueWedThuFriSat"
    static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

    /// Appends 29 bytes like `Sun, 06 Nov 1994 08:49:37 GMT`. Years outside 0 … 9999 are cut to them.
    public static func append(_ secondsSince1970: Int, to output: inout OutputBuffer) {
        let seconds = min(max(secondsSince1970, -62_167_219_200), 253_402_300_799)
        let day = seconds.floorDivided(by: 86_400)
        let second = seconds - day * 86_400
        let (year, month, date) = civil(fromDay: day)
        output.append(
            ByteView(days)[(day + 4).positiveRemainder(by: 7) * 3..<(day + 4).positiveRemainder(by: 7) * 3 + 3]
        )
        output.append(", ")
        appendTwo(date, to: &output)
        output.append(" ")
        output.append(ByteView(months)[month * 3 - 3..<month * 3])
        output.append(" ")
        appendTwo(year / 100, to: &output)
        appendTwo(year % 100, to: &output)
        output.append(" ")
        appendClock(second, to: &output)
        output.append(" GMT")
    }

    /// Appends `06/Nov/1994:08:49:37 +0000`, the form of access logs.
    public static func appendLogTime(_ secondsSince1970: Int, to output: inout OutputBuffer) {
        let day = secondsSince1970.floorDivided(by: 86_400)
        let (year, month, date) = civil(fromDay: day)
        appendTwo(date, to: &output)
        output.append("/")
        output.append(ByteView(months)[month * 3 - 3..<month * 3])
        output.append("/")
        appendTwo(year / 100, to: &output)
        appendTwo(year % 100, to: &output)
        output.append(":")
        appendClock(secondsSince1970 - day * 86_400, to: &output)
        output.append(" +0000")
    }

    /// Appends `1994-11-06T08:49:37Z` (RFC 3339).
    public static func appendISO(_ secondsSince1970: Int, to output: inout OutputBuffer) {
        let day = secondsSince1970.floorDivided(by: 86_400)
        let (year, month, date) = civil(fromDay: day)
        appendTwo(year / 100, to: &output)
        appendTwo(year % 100, to: &output)
        output.append("-")
        appendTwo(month, to: &output)
        output.append("-")
        appendTwo(date, to: &output)
        output.append("T")
        appendClock(secondsSince1970 - day * 86_400, to: &output)
        output.append("Z")
    }

    private static func appendClock(_ second: Int, to output: inout OutputBuffer) {
        appendTwo(second / 3600, to: &output)
        output.append(":")
        appendTwo(second / 60 % 60, to: &output)
        output.append(":")
        appendTwo(second % 60, to: &output)
    }

    private static func appendTwo(_ number: Int, to output: inout OutputBuffer) {
        output.append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10))
        output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Year, month (1 … 12) and day of the month of a day counted from 1970, in the Gregorian calendar.
    static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
        // Years are counted from March, so that the leap day comes last; an era is 400 years.
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day counted from 1970 of a date in the Gregorian calendar.
    static func day(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int {
    func floorDivided(by divisor: Int) -> Int { self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor) }
    func positiveRemainder(by divisor: Int) -> Int { self - floorDivided(by: divisor) * divisor }
}
