internal import Bytes

extension HTTPRequest {
    /// Decides what the whole head means: only now, so that the order of its lines can't matter.
    mutating func judge(limits: RequestLimits) throws(RequestParseError) {
        try judgeHost()
        if has(.connection) { readConnectionOptions() }
        guard has(.contentLength) || has(.transferEncoding) else { return }
        try judgeFraming(limits: limits)
        guard minorVersion > 0, framing != .none, let expect = self[.expect] else { return }
        expectsContinue = expect.equalsIgnoringCase(ByteView("100-continue"))
    }

    private mutating func judgeHost() throws(RequestParseError) {
        guard let value = self[.host] else {
            // RFC 9112 §3.2: only HTTP/1.0 may leave Host out, even beside an absolute target.
            if minorVersion > 0 { throw .missingHost }
            return
        }
        guard isOnlyLine(of: .host) else { throw .repeatedHost }
        if !memory.host.holds(value) {
            guard HostSyntax.isAuthority(value) else { throw .malformedHost }
            memory.host.keep(value)
        }
        if host.isEmpty { host = value }
    }

    private mutating func readConnectionOptions() {
        if let value = self[.connection], isOnlyLine(of: .connection), HTTPFieldName.isName(value, "keep-alive") {
            saysKeepAlive = true
            return
        }
        var (close, keep) = (false, false)
        forEach(.connection) { value in
            var options = ListElements(value)
            while let option = options.next() {
                if option.equalsIgnoringCase(ByteView("close")) { close = true }
                if option.equalsIgnoringCase(ByteView("keep-alive")) { keep = true }
            }
        }
        saysClose = close
        saysKeepAlive = keep
    }

    private mutating func judgeFraming(limits: RequestLimits) throws(RequestParseError) {
        let length = try contentLength(limits: limits)
        guard let coding = self[.transferEncoding] else {
            let count = length ?? 0
            guard count <= limits.bodyBytes else { throw .bodyTooLarge(limit: limits.bodyBytes) }
            framing = count > 0 ? .length(count) : .none
            return
        }
        // RFC 9112 §6.1: both framings at once is an attack or a bug, and HTTP/1.0 knows no chunks.
        if length != nil { throw .bothFramings }
        if minorVersion == 0 { throw .transferCodingBeforeHTTP11 }
        guard isOnlyLine(of: .transferEncoding), coding.equalsIgnoringCase(ByteView("chunked")) else {
            throw .unsupportedTransferCoding
        }
        framing = .chunked
    }

    /// The one value of Content-Length, or nil without such a field.
    private func contentLength(limits: RequestLimits) throws(RequestParseError) -> Int? {
        var found: Int?
        var next = line(of: .contentLength)
        while let index = next {
            guard let value = DecimalNumber.value(of: value(at: index)) else { throw .malformedContentLength }
            if let found, found != value { throw .conflictingContentLength }
            found = value
            next = line(of: .contentLength, from: index + 1)
        }
        return found
    }
}

/// `1*DIGIT`, without sign, space, separator or wrap-around.
enum DecimalNumber {
    /// The number that `text` writes; `Int.max` if it is larger than that; nil if it is none.
    static func value(of text: ByteView) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for index in 0..<text.count {
            guard ASCII.isDigit(text[index]) else { return nil }
            let (tenfold, one) = value.multipliedReportingOverflow(by: 10)
            let (sum, two) = tenfold.addingReportingOverflow(Int(text[index] & 15))
            value = one || two ? Int.max : sum
        }
        return value
    }
}
