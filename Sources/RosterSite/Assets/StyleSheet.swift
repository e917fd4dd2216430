internal import Bytes

/// Style sheets name pictures by their plain paths; what is served from an address with a hash must name theirs.
enum StyleSheet {
    /// `source`, served from `assets/HASH/NAME`, with each `url(PATH)` of a public file made to lead to its own address.
    static func link(_ source: ByteView, address: (String) -> String?) -> SharedBytes {
        var result = OutputBuffer(capacity: source.count + source.count / 2)
        var rest = source
        while let start = rest.firstIndex(of: ByteView("url(")),
            let end = rest.firstIndex(of: UInt8(ascii: ")"), from: start + 4)
        {
            result.append(rest.prefix(start + 4))
            let path = rest[start + 4..<end]
            if let address = address(path.string) {
                // Two folders up from assets/HASH/site.css is the root; what is below has its own hash.
                result.append("../../")
                result.append(address)
            } else {
                result.append(path)
            }
            rest = rest.dropFirst(end)
        }
        result.append(rest)
        return result.freeze()
    }

    /// `source` without comments and without the white space that means nothing: what stands between tokens of ours.
    static func shrink(_ source: ByteView) -> SharedBytes {
        let bare = withoutComments(source)
        var result = OutputBuffer(capacity: bare.count)
        withExtendedLifetime(bare) {
            var rest = bare.view
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.count
                let line = trim(rest.prefix(end))
                if !line.isEmpty {
                    if !result.isEmpty { result.append("\n") }
                    result.append(line)
                }
                rest = rest.dropFirst(end + 1)
            }
        }
        return result.freeze()
    }

    private static func withoutComments(_ source: ByteView) -> SharedBytes {
        var result = OutputBuffer(capacity: source.count)
        var rest = source
        while let start = rest.firstIndex(of: ByteView("/*")) {
            result.append(rest.prefix(start))
            rest = rest.dropFirst(rest.firstIndex(of: ByteView("*/"), from: start + 2).map { $0 + 2 } ?? rest.count)
        }
        result.append(rest)
        return result.freeze()
    }

    /// `line` without the white space at its ends.
    private static func trim(_ line: ByteView) -> ByteView {
        var (start, end) = (0, line.count)
        while start < end, isBlank(line[start]) { start += 1 }
        while end > start, isBlank(line[end - 1]) { end -= 1 }
        return line[start..<end]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
