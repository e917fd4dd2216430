import Bytes
import HTTP

/// Reads a head and a chunked body, whole and cut: no trap, no read outside, and the same result however it is cut.
func fuzzRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // A copy of the exact size, so that a read behind the end is seen.
    let input = SharedBytes(ByteView(UnsafeRawBufferPointer(start: start, count: count)))
    defer { withExtendedLifetime(input) {} }
    var request = HTTPRequest()
    let parser = RequestParser()
    let whole = parser.parse(input.view, into: &request)
    if case .complete(let length) = whole {
        precondition(length <= count && request.head.count <= length)
        for line in 0..<request.fieldCount { precondition(!request.name(at: line).isEmpty) }
        useViews(of: request)
    }
    let cut = count == 0 ? 0 : Int(input.view[0]) * 61 % (count + 1)
    let part = parser.parse(input.view.prefix(cut), into: &request)
    precondition(part == .incomplete || part == whole, "cut at \(cut): \(part), whole: \(whole)")
    checkChunks(input.view, cut: cut)
    return 0
}

/// Calls what looks into a head: none may trap.
private func useViews(of request: borrowing HTTPRequest) {
    var output = OutputBuffer()
    _ = RequestPath.decode(request.path, into: &output)
    _ = Query.decode(request.query, into: &output)
    _ = AcceptedCodings(request).best(gzip: true, brotli: true)
    _ = ConditionalRequest.evaluate(request, tag: ByteView("\"a\""), lastModified: 0)
    _ = ConditionalRequest.allowsRange(request, tag: ByteView("\"a\""), lastModified: 0)
    _ = RangeRequest(request, size: 100)
    _ = request[.acceptLanguage].map { AcceptLanguage.best($0, offered: ["en", "zh-Hans"]) }
}

private func checkChunks(_ bytes: ByteView, cut: Int) {
    let whole = chunks(bytes, cut: bytes.count)
    let parts = chunks(bytes, cut: cut)
    precondition(whole == parts, "cut at \(cut)")
}

/// How many bytes belong to the body; -1 when more must come, -2 when it is refused.
private func chunks(_ bytes: ByteView, cut: Int) -> Int {
    var body = ChunkedBody()
    do throws(RequestParseError) {
        var used = try body.consume(bytes.prefix(cut), limit: 10_000)
        if !body.isComplete { used += try body.consume(bytes.dropFirst(cut), limit: 10_000) }
        return body.isComplete ? used : -1
    } catch {
        return -2
    }
}
