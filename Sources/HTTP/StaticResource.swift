public import Bytes

/// Content that is known in full before anybody asks for it, with everything HTTP wants to say about it made ready:
/// an asset, an icon, a text file.
///
/// Answers conditional and range requests and chooses a coding; an answer costs a few comparisons and no allocation.
public final class StaticResource: Sendable {
    /// One coding of the content.
    private final class Variant: Sendable {
        let content: SharedBytes
        let tag: SharedBytes
        /// The fields of a 200 and of a 304.
        let fields: SharedBytes
        let unchangedFields: SharedBytes

        init(content: SharedBytes, tag: SharedBytes, fields: SharedBytes, unchangedFields: SharedBytes) {
            self.content = content
            self.tag = tag
            self.fields = fields
            self.unchangedFields = unchangedFields
        }
    }

    /// What is said about the content.
    public struct Description: Sendable {
        /// The media type, with charset for text.
        public var mediaType: String
        /// A name of these very bytes: the same on every instance, another as soon as one byte differs. Letters and digits.
        public var revision: String
        /// `Cache-Control`.
        public var cacheControl: String
        /// Seconds since 1970 of the last change, if there is a time that is the same on every instance.
        public var lastModified: Int?
        /// Further ready field lines, each with its CR LF, for 200 and 304.
        public var furtherFields = ""

        /// A description with these parts.
        public init(mediaType: String, revision: String, cacheControl: String, lastModified: Int? = nil) {
            self.mediaType = mediaType
            self.revision = revision
            self.cacheControl = cacheControl
            self.lastModified = lastModified
        }
    }

    private let identity: Variant
    private let gzip: Variant?
    private let brotli: Variant?
    private let lastModified: Int?
    private let unacceptableFields: SharedBytes

    /// Smaller forms of one content, which several resources may send.
    public struct Codings: Sendable {
        private(set) var gzip: SharedBytes?
        private(set) var brotli: SharedBytes?

        /// No other form.
        public init() {}

        /// What makes `content` smaller, if it is of a type that compresses: brotli takes some 100 ms per MB.
        public init(of content: SharedBytes, mediaType: String) {
            guard Self.mayExist(for: content, mediaType: mediaType) else { return }
            gzip = StaticResource.smaller(content) { GzipCompressor(level: 12).compress($0, into: &$1) }
            brotli = StaticResource.smaller(content) { BrotliCompressor.compress($0, into: &$1) }
        }

        /// Whether `content` is of a type and a length for which `init(of:mediaType:)` looks for another form.
        public static func mayExist(for content: SharedBytes, mediaType: String) -> Bool {
            var type = OutputBuffer(capacity: 64)
            type.append(mediaType)
            return MediaType.isCompressible(type.view) && content.count >= StaticResource.leastCompressed
        }

        /// Whether there is none.
        public var isEmpty: Bool { gzip == nil && brotli == nil }
    }

    /// Makes a resource; text is compressed now. Use it at start: brotli takes some 100 ms per MB.
    public convenience init(_ content: SharedBytes, _ description: Description, compresses: Bool = true) {
        let codings = compresses ? Codings(of: content, mediaType: description.mediaType) : Codings()
        self.init(content, description, codings: codings)
    }

    /// Makes a resource of `content` and the forms of it that were made before; `varies` says that there will be some, so
    /// that caches are told of them from the first answer on (RFC 9110 §12.5.5).
    public init(_ content: SharedBytes, _ description: Description, codings: Codings, varies: Bool = false) {
        let varies = varies || !codings.isEmpty
        identity = Self.variant(content, .identity, description, varies: varies)
        gzip = codings.gzip.map { Self.variant($0, .gzip, description, varies: varies) }
        brotli = codings.brotli.map { Self.variant($0, .brotli, description, varies: varies) }
        lastModified = description.lastModified
        var fields = OutputBuffer(capacity: 128)
        fields.append("Vary: Accept-Encoding\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n")
        unacceptableFields = fields.freeze()
    }

    /// Below this, what is saved is less than the fields that say so.
    private static var leastCompressed: Int { 256 }

    private static func smaller(
        _ content: SharedBytes,
        _ compress: (ByteView, inout OutputBuffer) -> Bool,
    ) -> SharedBytes? {
        var output = OutputBuffer(capacity: content.count / 2)
        guard compress(content.view, &output), output.count < content.count else { return nil }
        return output.freeze()
    }

    private static func variant(
        _ content: SharedBytes,
        _ coding: ContentCoding,
        _ description: Description,
        varies: Bool,
    ) -> Variant {
        var tag = OutputBuffer(capacity: 48)
        tag.append("\"\(description.revision)")
        if coding != .identity { tag.append("-\(coding.name)") }
        tag.append("\"")
        var common = OutputBuffer(capacity: 256)
        common.append(field: "ETag", tag.view)
        if let lastModified = description.lastModified {
            common.append("Last-Modified: ")
            HTTPDate.append(lastModified, to: &common)
            common.append("\r\n")
        }
        common.append("Cache-Control: \(description.cacheControl)\r\n")
        if varies { common.append("Vary: Accept-Encoding\r\n") }
        common.append(description.furtherFields)
        common.append("X-Content-Type-Options: nosniff\r\nReferrer-Policy: same-origin\r\n")
        var fields = OutputBuffer(capacity: 512)
        fields.append("Content-Type: \(description.mediaType)\r\n")
        if coding == .identity {
            fields.append("Accept-Ranges: bytes\r\n")
        } else {
            fields.append("Content-Encoding: \(coding.name)\r\n")
        }
        fields.append(common.view)
        return Variant(
            content: content,
            tag: tag.freeze(),
            fields: fields.freeze(),
            unchangedFields: common.freeze(),
        )
    }

    /// The answer to a GET or HEAD: 200, 206, 304, 406 (nothing that is there is acceptable), 412 or 416.
    public func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        guard let variant = variant(for: request) else {
            return HTTPResponse(.notAcceptable, fields: unacceptableFields)
        }
        switch ConditionalRequest.evaluate(request, tag: variant.tag.view, lastModified: lastModified) {
        case .notModified: return HTTPResponse(.notModified, fields: variant.unchangedFields)
        case .preconditionFailed: return HTTPResponse(.preconditionFailed, fields: unacceptableFields)
        case .proceed: break
        }
        if request.has(.range), variant === identity,
            ConditionalRequest.allowsRange(request, tag: variant.tag.view, lastModified: lastModified),
            let part = respond(toRange: RangeRequest(request, size: variant.content.count), body: &body)
        {
            return part
        }
        return HTTPResponse(.ok, fields: variant.fields, body: .shared(variant.content))
    }

    private func variant(for request: borrowing HTTPRequest) -> Variant? {
        guard request.has(.acceptEncoding) else { return identity }
        let accepted = AcceptedCodings(request)
        // A part of compressed bytes is of no use to anybody: ranges are of the plain content.
        if request.has(.range), request.method == .get, accepted.weight(of: .identity) > 0 { return identity }
        switch accepted.best(gzip: gzip != nil, brotli: brotli != nil) {
        case .identity: return identity
        case .gzip: return gzip
        case .brotli: return brotli
        case nil: return nil
        }
    }

    private func respond(toRange range: RangeRequest, body: inout OutputBuffer) -> HTTPResponse? {
        let size = identity.content.count
        let start = body.count
        var response: HTTPResponse
        switch range {
        case .whole: return nil
        case .unsatisfiable:
            response = HTTPResponse(.rangeNotSatisfiable, fields: unacceptableFields)
            body.append("Content-Range: bytes */")
        case .part(let part):
            response = HTTPResponse(.partialContent, fields: identity.fields)
            let place = ByteRange(
                offset: UInt32(truncatingIfNeeded: part.lowerBound),
                count: UInt32(truncatingIfNeeded: part.count)
            )
            response.body = .shared(identity.content, place)
            body.append("Content-Range: bytes ")
            body.append(decimal: part.lowerBound)
            body.append("-")
            body.append(decimal: part.upperBound - 1)
            body.append("/")
        }
        body.append(decimal: size)
        body.append("\r\n")
        response.furtherFields = body.endFields(from: start)
        return response
    }
}
