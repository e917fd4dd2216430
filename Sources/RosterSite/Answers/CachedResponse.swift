internal import Bytes
internal import HTTP

/// A complete answer that is kept: fields and content, ready to send.
final class CachedResponse: Sendable {
    /// The hash of the key that the answer is kept under.
    let hash: UInt64
    private let key: SharedBytes
    private let pathCount, queryCount: UInt32
    private let variant: UInt8
    /// All field lines; those that a 304 repeats come first.
    private let fields: SharedBytes
    private let validatorFields: UInt32
    private let tag: ByteRange
    private let content: SharedBytes

    /// An answer of `head`, whose lines are copied, and `content`.
    init(key: RequestKey, head: borrowing ResponseHeadLines, content: SharedBytes) {
        var bytes = OutputBuffer(capacity: key.path.count + key.query.count + key.prefix.count)
        key.append(to: &bytes)
        hash = key.hash
        self.key = bytes.freeze()
        pathCount = UInt32(truncatingIfNeeded: key.path.count)
        queryCount = UInt32(truncatingIfNeeded: key.query.count)
        variant = key.variant
        fields = SharedBytes(head.lines.view)
        validatorFields = head.validatorFields
        tag = head.tag
        self.content = content
    }

    /// What it takes in memory, its bookkeeping guessed.
    var size: Int { key.count + fields.count + content.count + 512 }

    /// Whether it is the answer to what was asked by `other`.
    func answers(_ other: RequestKey) -> Bool {
        other.matches(key.view, pathCount: pathCount, queryCount: queryCount, variant: variant)
    }

    /// The answer to `request`: 200, 304 without content, or 412.
    func respond(to request: borrowing HTTPRequest) -> HTTPResponse {
        // What browsers send when they have the answer already: this very tag, and nothing else to judge.
        if let known = request[.ifNoneMatch], known.hasSameBytes(fields[tag]), request[.ifMatch] == nil {
            return short(.notModified)
        }
        switch ConditionalRequest.evaluate(request, tag: fields[tag]) {
        case .proceed: return HTTPResponse(.ok, fields: fields, body: .shared(content))
        case .notModified: return short(.notModified)
        case .preconditionFailed: return short(.preconditionFailed)
        }
    }

    private func short(_ status: HTTPStatus) -> HTTPResponse {
        var response = HTTPResponse(status, fields: fields)
        response.fieldRange = ByteRange(offset: 0, count: validatorFields)
        return response
    }
}
