internal import Bytes
internal import HTTP

/// Names written into addresses.
enum PercentEncoding {
    /// `name` as one segment of a path: letters, digits and `-._~` of ASCII stay, every other byte becomes `%XX`.
    static func pathSegment(_ name: String) -> String {
        let bytes = SharedBytes(Array(name.utf8))
        var segment = OutputBuffer(capacity: 3 * bytes.count)
        withExtendedLifetime(bytes) { HTTP.PercentEncoding.encode(bytes.view, into: &segment) }
        return segment.view.string
    }
}
