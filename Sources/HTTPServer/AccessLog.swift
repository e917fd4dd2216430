internal import Bytes
internal import Glibc
internal import HTTP

/// Access lines of one loop, gathered during a turn and written to standard output at its end.
struct AccessLog: ~Copyable {
    let format: AccessLogFormat
    private var lines = OutputBuffer(capacity: 1024)
    private var time = LogTime()
    /// Lines dropped because nobody read standard output.
    private(set) var lost = 0

    init(format: AccessLogFormat) {
        self.format = format
    }

    /// More than this is not kept when nobody reads.
    private static var mostBytes: Int { 1 << 20 }
    /// A pipe that can be written to takes this much at once, and never mixes it with another loop's.
    private static var pieceBytes: Int { 4096 }

    /// Adds the line of one request.
    mutating func append(
        _ request: borrowing HTTPRequest,
        peer: NetworkAddress,
        status: UInt16,
        bytes: Int,
        duration: Int,
    ) {
        guard lines.count < Self.mostBytes else {
            lost += 1
            return
        }
        time.update()
        switch format {
        case .off: break
        case .combined: appendCombined(request, status: status, bytes: bytes)
        case .json: appendJSON(request, peer: peer, status: status, bytes: bytes, duration: duration)
        }
    }

    private mutating func appendCombined(_ request: borrowing HTTPRequest, status: UInt16, bytes: Int) {
        lines.append(request.client)
        lines.append(" - - [")
        lines.append(time.common.view)
        lines.append("] \"")
        if request.methodName.isEmpty {
            lines.append("-")
        } else {
            lines.append(logText: request.methodName, limit: 32)
            lines.append(" ")
            lines.append(logText: request.target)
            lines.append(request.minorVersion == 0 ? " HTTP/1.0" : " HTTP/1.1")
        }
        lines.append("\" ")
        lines.append(decimal: Int(status))
        lines.append(" ")
        lines.append(decimal: bytes)
        lines.append(" \"")
        lines.append(logText: request[.referer] ?? ByteView("-"))
        lines.append("\" \"")
        lines.append(logText: request[.userAgent] ?? ByteView("-"))
        lines.append("\"\n")
    }

    private mutating func appendJSON(
        _ request: borrowing HTTPRequest,
        peer: NetworkAddress,
        status: UInt16,
        bytes: Int,
        duration: Int,
    ) {
        lines.append("{\"time\":\"")
        lines.append(time.iso.view)
        lines.append("\",\"client\":\"")
        lines.append(request.client)
        lines.append("\",\"peer\":\"")
        lines.append(peer)
        lines.append("\",\"method\":\"")
        lines.append(logText: request.methodName, limit: 32)
        lines.append("\",\"target\":\"")
        lines.append(logText: request.target)
        lines.append("\",\"status\":")
        lines.append(decimal: Int(status))
        lines.append(",\"bytes\":")
        lines.append(decimal: bytes)
        lines.append(",\"duration_us\":")
        lines.append(decimal: max(0, duration))
        lines.append(",\"request_id\":\"")
        lines.append(logText: request.requestID)
        lines.append("\",\"user_agent\":\"")
        lines.append(logText: request[.userAgent] ?? .empty)
        lines.append("\",\"referer\":\"")
        lines.append(logText: request[.referer] ?? .empty)
        lines.append("\"}\n")
    }

    /// Writes what was gathered. Never waits for a reader: what does not fit stays for the next turn.
    @inline(__always)
    mutating func flush() {
        if !lines.isEmpty { write() }
    }

    private mutating func write() {
        var start = 0
        while start < lines.count {
            let piece = Self.wholeLines(lines.view.dropFirst(start))
            guard Self.canWrite() else { break }
            let result = SystemCall.result { unsafe Glibc.write(STDOUT_FILENO, piece.pointer, piece.count) }
            guard result > 0 else {
                if result != -Int(EAGAIN) { start = lines.count }
                break
            }
            start += result
        }
        if start > 0 { lines.removeFirst(start) }
    }

    /// As many whole lines as fit into a piece; a part of a line that is longer.
    private static func wholeLines(_ text: ByteView) -> ByteView {
        guard text.count > pieceBytes else { return text }
        var end = pieceBytes
        while end > 0, text[end - 1] != UInt8(ascii: "\n") { end -= 1 }
        return text.prefix(end > 0 ? end : pieceBytes)
    }

    private static func canWrite() -> Bool {
        var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe Glibc.poll(&poll, 1, 0) > 0
    }
}

extension OutputBuffer {
    /// Writes text into a quoted place of a log line: quotes, backslashes, control bytes and bytes that are not ASCII as `\u00XX`
    /// or `\"`, so that a line is always one line and always valid JSON; cut to `limit` bytes.
    mutating func append(logText text: ByteView, limit: Int = 2048) {
        let shown = text.prefix(limit)
        for index in 0..<shown.count {
            let byte = shown[index]
            if byte >= 0x20, byte < 0x7f, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                append(byte)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(UInt8(ascii: "\\"))
                append(byte)
            } else {
                append("\\u00")
                append(ASCII.hexDigit(byte >> 4))
                append(ASCII.hexDigit(byte))
            }
        }
    }
}

/// The time in a log line, written once a second.
struct LogTime: ~Copyable {
    private var second = -1
    /// `30/Nov/2026:12:00:00 +0000`
    private(set) var common = OutputBuffer(capacity: 64)
    /// `2026-11-30T12:00:00Z`
    private(set) var iso = OutputBuffer(capacity: 64)

    mutating func update() {
        let now = SystemCall.wallSeconds()
        guard now != second else { return }
        second = now
        common.removeAll()
        HTTPDate.appendLogTime(now, to: &common)
        iso.removeAll()
        HTTPDate.appendISO(now, to: &iso)
    }
}
