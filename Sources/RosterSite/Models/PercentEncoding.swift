internal import Bytes

/// Names written into addresses.
enum PercentEncoding {
    /// `name` as one segment of a path: letters, digits and `-._~` of ASCII stay, every other byte becomes `%XX`.
    static func pathSegment(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            if ASCII.isDigit(byte) || ASCII.isLetter(byte) || "-._~".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}
