internal import Bytes
internal import CBytes

extension HTTPRequest {
    /// Finds path and query in the target (RFC 9112 §3.2) and refuses what is none of its four forms.
    ///
    /// `firstSpecial` is where the first `%`, `?` or `#` stands.
    mutating func splitTarget(firstSpecial: Int) throws(RequestParseError) {
        let target = target
        if target[0] == UInt8(ascii: "/"), firstSpecial == target.count {
            pathPlace = targetPlace
            return
        }
        let start = targetPlace.start
        var from = 0
        switch target[0] {
        case UInt8(ascii: "/"): break
        case UInt8(ascii: "*") where target.count == 1 && method == .options: break
        default:
            if method == .connect {
                guard HostSyntax.isAuthority(target), target.firstIndex(of: UInt8(ascii: ":")) != nil else {
                    throw .malformedTarget
                }
                host = target
                from = target.count
            } else {
                from = try readAbsoluteForm(target)
            }
        }
        let question = try checkPercent(target, from: max(from, firstSpecial))
        pathPlace = Place(start: start + from, end: start + question)
        hasQuery = question < target.count
        queryPlace = Place(start: start + min(question + 1, target.count), end: start + target.count)
        if from == question, method != .connect { pathPlace = try emptyPath() }
    }

    /// `http://host/path`: returns where the path begins, and keeps the authority, which replaces Host.
    private mutating func readAbsoluteForm(_ target: ByteView) throws(RequestParseError) -> Int {
        let scheme =
            target.prefix(7).equalsIgnoringCase(ByteView("http://"))
            ? 7 : target.prefix(8).equalsIgnoringCase(ByteView("https://")) ? 8 : 0
        guard scheme > 0 else { throw .malformedTarget }
        var end = scheme
        while end < target.count, target[end] != UInt8(ascii: "/"), target[end] != UInt8(ascii: "?") { end += 1 }
        host = target[scheme..<end]
        guard !host.isEmpty, HostSyntax.isAuthority(host) else { throw .malformedTarget }
        return end
    }

    /// The path of `http://host` and `http://host?query` is `/`: the second slash of `://` stands in for it.
    private func emptyPath() throws(RequestParseError) -> Place {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedTarget }
        return Place(start: targetPlace.start + colon + 2, end: targetPlace.start + colon + 3)
    }

    /// Where the path ends: at the first `?` from `from` on, or the end. Every `%` must begin two hexadecimal digits, and none may be NUL, CR or LF.
    private func checkPercent(_ target: ByteView, from: Int) throws(RequestParseError) -> Int {
        var question = target.count
        var index = from
        while index < target.count {
            let byte = target[index]
            if byte == UInt8(ascii: "%") {
                guard let value = PercentEncoding.value(in: target, at: index), value != 0, value != 0x0a, value != 0x0d
                else { throw .malformedPercentEncoding }
                index += 3
                continue
            }
            if byte == UInt8(ascii: "#") { throw .malformedTarget }
            if byte == UInt8(ascii: "?"), question == target.count { question = index }
            index = unsafe cbytes_scan_target(target.pointer, index + 1, target.count).special
        }
        return question
    }
}
