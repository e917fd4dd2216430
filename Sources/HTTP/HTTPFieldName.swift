public import Bytes

/// The request fields that Roster looks at, found by number instead of by name.
public enum HTTPFieldName: UInt8, Sendable, CaseIterable {
    /// Any other field: kept, found by its name only.
    case other
    case accept
    case acceptEncoding
    case acceptLanguage
    case cacheControl
    case connection
    case contentLength
    case cookie
    case expect
    case forwarded
    case host
    case ifMatch
    case ifModifiedSince
    case ifNoneMatch
    case ifRange
    case ifUnmodifiedSince
    case range
    case referer
    case transferEncoding
    case userAgent
    case xForwardedFor
    case xForwardedHost
    case xForwardedPrefix
    case xForwardedProto
    case xRequestID

    /// The field with this name, letters compared without case.
    ///
    /// Length and first letter leave at most two candidates, so a head costs one short comparison a line.
    @inlinable
    public init(named name: ByteView) {
        guard name.count >= 4, name.count <= 19 else {
            self = .other
            return
        }
        self =
            switch ASCII.lowercased(name[0]) {
            case UInt8(ascii: "a"): Self.startingWithA(name)
            case UInt8(ascii: "c"): Self.startingWithC(name)
            case UInt8(ascii: "i"): Self.startingWithI(name)
            case UInt8(ascii: "x"): Self.startingWithX(name)
            case UInt8(ascii: "e"): Self.either(name, "expect", .expect)
            case UInt8(ascii: "f"): Self.either(name, "forwarded", .forwarded)
            case UInt8(ascii: "h"): Self.either(name, "host", .host)
            case UInt8(ascii: "r"): Self.either(name, "range", .range, "referer", .referer)
            case UInt8(ascii: "t"): Self.either(name, "transfer-encoding", .transferEncoding)
            case UInt8(ascii: "u"): Self.either(name, "user-agent", .userAgent)
            default: .other
            }
    }

    @usableFromInline
    static func startingWithA(_ name: ByteView) -> HTTPFieldName {
        guard name.count == 15 else { return either(name, "accept", .accept) }
        return either(name, "accept-encoding", .acceptEncoding, "accept-language", .acceptLanguage)
    }

    @usableFromInline
    static func startingWithC(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 6: either(name, "cookie", .cookie)
        case 10: either(name, "connection", .connection)
        case 13: either(name, "cache-control", .cacheControl)
        default: either(name, "content-length", .contentLength)
        }
    }

    @usableFromInline
    static func startingWithI(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 8: either(name, "if-match", .ifMatch, "if-range", .ifRange)
        case 13: either(name, "if-none-match", .ifNoneMatch)
        case 17: either(name, "if-modified-since", .ifModifiedSince)
        default: either(name, "if-unmodified-since", .ifUnmodifiedSince)
        }
    }

    @usableFromInline
    static func startingWithX(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 12: either(name, "x-request-id", .xRequestID)
        case 15: either(name, "x-forwarded-for", .xForwardedFor)
        case 16: either(name, "x-forwarded-host", .xForwardedHost)
        case 17: either(name, "x-forwarded-proto", .xForwardedProto)
        default: either(name, "x-forwarded-prefix", .xForwardedPrefix)
        }
    }

    @inlinable
    static func either(
        _ name: ByteView,
        _ first: StaticString,
        _ firstName: HTTPFieldName,
        _ second: StaticString = "",
        _ secondName: HTTPFieldName = .other,
    ) -> HTTPFieldName {
        if name.equalsIgnoringCase(ByteView(first)) { return firstName }
        return name.equalsIgnoringCase(ByteView(second)) ? secondName : .other
    }
}
