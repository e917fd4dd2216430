public import Bytes
internal import CBytes

/// The path of a request, decoded once and normalised in one pass.
public enum RequestPath {
    /// What a path can be.
    public enum Outcome: Equatable, Sendable {
        /// It was appended: starts with `/`, no empty, `.` or `..` segment in it, no NUL, CR or LF.
        case plain
        /// The same, but it was written with dot segments, empty segments, or an encoded character that needs no encoding:
        /// another spelling of the address.
        case respelled
        /// It can't be an address of this site: a bad `%`, a control byte, an encoded slash or backslash, bytes that are not
        /// UTF-8, or a `..` that leads above the root.
        case refused
    }

    /// Appends the decoded and normalised form of `path`.
    ///
    /// `%2f` and `\` are refused rather than read as separators: a proxy in front sees one segment where a file system would
    /// see two. Work and space are linear in the path; `refused` appends nothing.
    public static func decode(_ path: ByteView, into output: inout OutputBuffer) -> Outcome {
        let start = output.count
        guard !path.isEmpty, path[0] == UInt8(ascii: "/") else { return .refused }
        if isPlain(path) {
            output.append(path)
            return .plain
        }
        var isRespelled = false
        var index = 1
        while index <= path.count {
            let end = path.firstIndex(of: UInt8(ascii: "/"), from: index) ?? path.count
            guard appendSegment(path[index..<end], isLast: end == path.count, start, &isRespelled, into: &output) else {
                output.truncate(to: start)
                return .refused
            }
            index = end + 1
        }
        guard output.view.dropFirst(start).isUTF8 else {
            output.truncate(to: start)
            return .refused
        }
        return isRespelled ? .respelled : .plain
    }

    /// Whether there is nothing to decode and nothing to normalise in `path`: so are nearly all.
    private static func isPlain(_ path: ByteView) -> Bool {
        unsafe cbytes_is_plain_path(path.pointer, path.count) != 0
    }

    private static func appendSegment(
        _ raw: ByteView,
        isLast: Bool,
        _ start: Int,
        _ isRespelled: inout Bool,
        into output: inout OutputBuffer,
    ) -> Bool {
        let segment = output.count
        output.append(UInt8(ascii: "/"))
        guard appendDecoded(raw, &isRespelled, into: &output) else { return false }
        let text = output.view.dropFirst(segment + 1)
        if text.isEmpty || text == ByteView(".") {
            // An empty last segment is the slash at the end, which belongs to the address.
            if text.isEmpty && isLast { return true }
            isRespelled = true
            output.truncate(to: isLast ? segment + 1 : segment)
        } else if text == ByteView("..") {
            isRespelled = true
            guard let parent = lastSlash(in: output.view, from: start, to: segment) else { return false }
            output.truncate(to: isLast ? parent + 1 : parent)
        }
        return true
    }

    private static func lastSlash(in view: ByteView, from: Int, to: Int) -> Int? {
        var index = to - 1
        while index >= from {
            if view[index] == UInt8(ascii: "/") { return index }
            index -= 1
        }
        return nil
    }

    private static func appendDecoded(
        _ raw: ByteView,
        _ isRespelled: inout Bool,
        into output: inout OutputBuffer,
    ) -> Bool {
        var index = 0
        while index < raw.count {
            var byte = raw[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard let value = PercentEncoding.value(in: raw, at: index - 1) else { return false }
                if PercentEncoding.isUnreserved(value) { isRespelled = true }
                byte = value
                index += 2
            }
            if byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { return false }
            output.append(byte)
        }
        return true
    }
}
