internal import Bytes
internal import Glibc
internal import HTTP

extension EventLoop {
    /// Room in front of what a responder writes, for the head that is written when its length is known.
    private static var gap: Int { 2048 }
    /// Shared bodies up to here are copied behind their head: cheaper than a second piece for the kernel to look at.
    private static var copiedBody: Int { 16 * 1024 }

    /// Answers the request that was just read.
    mutating func respond(_ slot: Int) {
        identify(slot)
        let mark = openGap()
        let start = output.count
        if let endpoint = ServerEndpoints.endpoint(request.path, isAdmin: table[slot].flags.contains(.isAdmin)) {
            let response = endpoints.respond(endpoint, to: request, state: state, body: &output)
            return encode(response, slot, mark: mark, start: start, route: state.metrics.routes.count - 2)
        }
        let response = responder.respond(to: request, body: &output)
        encode(response, slot, mark: mark, start: start, route: Int(response.route))
    }

    /// Answers the request that was just read again, which waited for `content`.
    mutating func respond(_ slot: Int, with content: PendingContent) {
        identify(slot)
        let mark = openGap()
        let start = output.count
        let response = responder.respond(to: request, with: content, body: &output)
        answer(response, slot, mark: mark, start: start, route: Int(response.route))
    }

    /// Answers a request that is none, or came too slowly; the connection ends with it.
    mutating func refuse(_ slot: Int, status: HTTPStatus, error: RequestParseError?) {
        table[slot].flags.formUnion([.closes, .lingers])
        table[slot].flags.remove(.inHead)
        table[slot].phase = .head
        table[slot].parked = nil
        request.client = table[slot].peer
        request.requestID = identifiers.next()
        let mark = openGap()
        let start = output.count
        let refusal = Refusal(status: status, error: error, acceptLanguage: request[.acceptLanguage] ?? .empty)
        let response = responder.refuse(refusal, body: &output)
        answer(response, slot, mark: mark, start: start, route: state.metrics.routes.count - 1)
    }

    private mutating func openGap() -> Int {
        let mark = output.count
        unsafe output.append(room: Self.gap) { _ in Self.gap }
        return mark
    }

    /// `encode` for answers that are rarer than those of the site: what is frequent has it in its own code.
    private mutating func answer(_ response: HTTPResponse, _ slot: Int, mark: Int, start: Int, route: Int) {
        encode(response, slot, mark: mark, start: start, route: route)
    }

    @inline(__always)
    private mutating func encode(_ response: HTTPResponse, _ slot: Int, mark: Int, start: Int, route: Int) {
        let isHead = request.method == .head
        let furtherFields = min(max(0, response.furtherFields), output.count - start)
        let length: Int
        switch response.body {
        case .none: length = 0
        case .buffer: length = output.count - start - furtherFields
        case .shared(let bytes, let range): length = bytes[range].count
        case .omitted(let count): length = isHead ? max(0, count) : 0
        case .unmeasured: return encodeWithoutLength(response, slot, mark: mark, start: start, route: route)
        case .pending(let content): return putOff(slot, until: content, mark: mark)
        }
        if length >= Self.largeAnswer, refusesLarge(response) {
            return refuseLarge(slot, mark: mark, start: start)
        }
        if response.closes || phase != .serving || !request.allowsKeepAlive { table[slot].flags.insert(.closes) }
        writeHead(response, slot, length: length)
        let sendsBody = !isHead && !response.status.forbidsBody
        if case .buffer = response.body, sendsBody {} else { output.truncate(to: start + furtherFields) }
        join(mark: mark, start: start, hasFurtherFields: furtherFields > 0)
        table[slot].flags.insert(.hasServed)
        record(response, slot, length: sendsBody ? length : 0, route: route)
        if case .shared(let bytes, let range) = response.body, sendsBody, length > 0 {
            appendShared(bytes, Int(range.offset)..<Int(range.offset) + length, slot)
        }
    }

    /// Smaller answers are never refused for the memory they may take: health, most pages.
    private static var largeAnswer: Int { 64 * 1024 }

    private func refusesLarge(_ response: HTTPResponse) -> Bool {
        state.unsent.isFull && request.method != .head && response.status != .serviceUnavailable
    }

    /// Clients hold too much already.
    private mutating func refuseLarge(_ slot: Int, mark: Int, start: Int) {
        metrics.refusedAnswers.add(1)
        output.truncate(to: start)
        let refusal = Refusal(status: .serviceUnavailable, acceptLanguage: request[.acceptLanguage] ?? .empty)
        let response = responder.refuse(refusal, body: &output)
        answer(response, slot, mark: mark, start: start, route: Int(response.route))
    }

    /// The head of content whose length nobody knows yet (RFC 9110 §8.6 lets HEAD leave it out).
    private mutating func encodeWithoutLength(
        _ response: HTTPResponse,
        _ slot: Int,
        mark: Int,
        start: Int,
        route: Int,
    ) {
        if response.closes || phase != .serving || !request.allowsKeepAlive { table[slot].flags.insert(.closes) }
        output.truncate(to: start + min(max(0, response.furtherFields), output.count - start))
        head.begin(response.status, date: date, identifier: request.requestID)
        ResponseHead.appendFraming(connectionField(slot), length: nil, to: &head.bytes)
        if let fields = response.fields { head.bytes.append(fields[response.fieldRange]) }
        join(mark: mark, start: start, hasFurtherFields: response.furtherFields > 0)
        table[slot].flags.insert(.hasServed)
        record(response, slot, length: 0, route: route)
    }

    @inline(__always)
    private func connectionField(_ slot: Int) -> ResponseHead.ConnectionField {
        let closes = table[slot].flags.contains(.closes)
        return closes ? .close : request.minorVersion == 0 ? .keepAlive : .none
    }

    private mutating func writeHead(_ response: HTTPResponse, _ slot: Int, length: Int) {
        let connection = connectionField(slot)
        let hasLength = !response.status.forbidsBody
        if connection == .none {
            head.begin(response.status, hasLength: hasLength, date: date, identifier: request.requestID)
            if hasLength {
                head.bytes.append(decimal: length)
                head.bytes.appendLineEnd()
            }
        } else {
            head.begin(response.status, date: date, identifier: request.requestID)
            ResponseHead.appendFraming(connection, length: hasLength ? length : nil, to: &head.bytes)
        }
        if let fields = response.fields { head.bytes.append(fields[response.fieldRange]) }
    }

    /// Puts the head in front of what stands at `start`, and closes what is left of the gap.
    private mutating func join(mark: Int, start: Int, hasFurtherFields: Bool) {
        if !hasFurtherFields { head.bytes.appendLineEnd() }
        if output.count == start {
            output.truncate(to: mark)
            output.append(head.bytes.view)
            return
        }
        let position = start - head.bytes.count
        guard position >= mark, mark == sendStart else {
            // A head longer than the gap, or an answer behind another one: rare, so a copy is fine.
            head.bytes.append(output.view.dropFirst(start))
            output.truncate(to: mark)
            output.append(head.bytes.view)
            return
        }
        output.replace(at: position, with: head.bytes.view)
        sendStart = position
    }

    private mutating func appendShared(_ bytes: SharedBytes, _ range: Range<Int>, _ slot: Int) {
        if range.count <= Self.copiedBody {
            output.append(bytes.view[range])
        } else {
            _ = flush(slot, with: bytes, range)
        }
    }

    private mutating func record(_ response: HTTPResponse, _ slot: Int, length: Int, route: Int) {
        metrics.requests.increment(route * Metrics.codes.count + Metrics.codeIndex(response.status.code))
        guard measuresTime || log.format != .off else { return }
        let duration = measuresTime ? SystemCall.microseconds() - requestStart : 0
        if measuresTime { metrics.record(duration: duration) }
        // Health checks come every few seconds and say nothing.
        guard log.format != .off, route != state.metrics.routes.count - 2 else { return }
        log.append(
            request,
            peer: table[slot].peer,
            status: response.status.code,
            bytes: length,
            duration: duration
        )
    }
}
