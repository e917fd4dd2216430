internal import Bytes
internal import HTTP

/// A complete answer that is kept: fields and content, ready to send.
final class CachedResponse: Sendable {
    /// What the answer was asked by; see `RequestKey`.
    let key: SharedBytes
    /// All field lines; those that a 304 repeats come first.
    private let fields: SharedBytes
    private let validatorFields: UInt32
    private let tag: ByteRange
    private let content: SharedBytes

    /// An answer of `head`, whose lines are copied, and `content`.
    init(key: ByteView, head: borrowing ResponseHeadLines, content: ByteView) {
        self.key = SharedBytes(key)
        fields = SharedBytes(head.lines.view)
        validatorFields = head.validatorFields
        tag = head.tag
        self.content = SharedBytes(content)
    }

    /// What it takes in memory, its bookkeeping guessed.
    var size: Int { key.count + fields.count + content.count + 512 }

    /// The answer to `request`: 200, 304 without content, or 412.
    func respond(to request: borrowing HTTPRequest) -> HTTPResponse {
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
