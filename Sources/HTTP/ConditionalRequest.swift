public import Bytes

/// Preconditions (RFC 9110 §13): whether the client has the content already, or asks about another one.
public enum ConditionalRequest {
    /// What to do with a request for content that exists.
    public enum Outcome: Equatable, Sendable {
        /// Answer as if there were no precondition.
        case proceed
        /// Answer 304 without content.
        case notModified
        /// Answer 412.
        case preconditionFailed
    }

    /// Judges the preconditions of `request` in the order of RFC 9110 §13.2.2. Call it only where a 200 would follow.
    ///
    /// `tag` is the ETag of the representation chosen, quotes included; `lastModified` is in seconds since 1970.
    public static func evaluate(
        _ request: borrowing HTTPRequest,
        tag: ByteView,
        lastModified: Int? = nil,
    ) -> Outcome {
        // Nearly all requests ask without conditions.
        guard request.presentNames & conditions != 0 else { return .proceed }
        if request[.ifMatch] != nil {
            guard matches(request, .ifMatch, tag, strongly: true) else { return .preconditionFailed }
        } else if let lastModified, let limit = date(request[.ifUnmodifiedSince], lastModified) {
            guard lastModified <= limit else { return .preconditionFailed }
        }
        let isRead = request.method == .get || request.method == .head
        if request[.ifNoneMatch] != nil {
            guard matches(request, .ifNoneMatch, tag, strongly: false) else { return .proceed }
            return isRead ? .notModified : .preconditionFailed
        }
        guard isRead, let lastModified, let limit = date(request[.ifModifiedSince], lastModified) else {
            return .proceed
        }
        return lastModified <= limit ? .notModified : .proceed
    }

    /// Whether a Range still applies (RFC 9110 §13.1.5): there is no `If-Range`, or it names exactly this representation.
    public static func allowsRange(_ request: borrowing HTTPRequest, tag: ByteView, lastModified: Int? = nil) -> Bool {
        guard let value = request[.ifRange] else { return true }
        if let given = EntityTag(value) { return EntityTag(tag)?.matchesStrongly(given) ?? false }
        guard let lastModified else { return false }
        return date(value, lastModified) == lastModified
    }

    private static var conditions: UInt32 {
        1 &<< UInt32(HTTPFieldName.ifMatch.rawValue) | 1 &<< UInt32(HTTPFieldName.ifNoneMatch.rawValue)
            | 1 &<< UInt32(HTTPFieldName.ifModifiedSince.rawValue)
            | 1 &<< UInt32(HTTPFieldName.ifUnmodifiedSince.rawValue)
    }

    private static func date(_ value: ByteView?, _ lastModified: Int) -> Int? {
        value.flatMap { HTTPDate.parse($0, now: lastModified) }
    }

    private static func matches(
        _ request: borrowing HTTPRequest,
        _ field: HTTPFieldName,
        _ tag: ByteView,
        strongly: Bool,
    ) -> Bool {
        guard let current = EntityTag(tag) else { return false }
        var next = request.line(of: field)
        while let line = next {
            let value = request.value(at: line)
            // A browser sends back the one tag it was given: nothing to take apart. `tag` is a strong one.
            if value == ByteView("*") || value == current.opaque && !current.isWeak { return true }
            var tags = EntityTags(value)
            while let given = tags.next() {
                if strongly ? current.matchesStrongly(given) : current.matchesWeakly(given) { return true }
            }
            next = request.line(of: field, from: line + 1)
        }
        return false
    }
}
