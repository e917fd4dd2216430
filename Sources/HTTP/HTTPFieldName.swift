public import Bytes
internal import CBytes

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
    public init(named name: ByteView) {
        self = name.span(of: .token) == name.count ? HTTPFieldName(token: name) : .other
    }

    /// The field with this name, which must consist of token octets.
    ///
    /// Length and first letter leave at most two candidates, so a head costs one short comparison a line.
    @inline(__always)
    init(token name: ByteView) {
        let letter = unsafe name.count >= 4 && name.count <= 19 ? name.pointer[0] | 0x20 : 0
        // Most names of a browser's head end here.
        guard Self.lengths(letter) & 1 &<< UInt32(truncatingIfNeeded: name.count) != 0 else {
            self = .other
            return
        }
        self = Self.candidate(letter, name)
    }

    /// The lengths of the names that begin with `letter`, a bit each.
    @inline(__always)
    private static func lengths(_ letter: UInt8) -> UInt32 {
        switch letter {
        case UInt8(ascii: "a"): 1 << 6 | 1 << 15
        case UInt8(ascii: "c"): 1 << 6 | 1 << 10 | 1 << 13 | 1 << 14
        case UInt8(ascii: "i"): 1 << 8 | 1 << 13 | 1 << 17 | 1 << 19
        case UInt8(ascii: "x"): 1 << 12 | 1 << 15 | 1 << 16 | 1 << 17 | 1 << 18
        case UInt8(ascii: "e"): 1 << 6
        case UInt8(ascii: "f"): 1 << 9
        case UInt8(ascii: "h"): 1 << 4
        case UInt8(ascii: "r"): 1 << 5 | 1 << 7
        case UInt8(ascii: "t"): 1 << 17
        case UInt8(ascii: "u"): 1 << 10
        default: 0
        }
    }

    @inline(never)
    private static func candidate(_ letter: UInt8, _ name: ByteView) -> HTTPFieldName {
        switch letter {
        case UInt8(ascii: "a"): startingWithA(name)
        case UInt8(ascii: "c"): Self.startingWithC(name)
        case UInt8(ascii: "i"): Self.startingWithI(name)
        case UInt8(ascii: "x"): Self.startingWithX(name)
        case UInt8(ascii: "e"): Self.only(name, "expect", .expect)
        case UInt8(ascii: "f"): Self.only(name, "forwarded", .forwarded)
        case UInt8(ascii: "h"): Self.only(name, "host", .host)
        case UInt8(ascii: "r"):
            name.count == 5 ? Self.only(name, "range", .range) : Self.only(name, "referer", .referer)
        case UInt8(ascii: "t"): Self.only(name, "transfer-encoding", .transferEncoding)
        case UInt8(ascii: "u"): Self.only(name, "user-agent", .userAgent)
        default: .other
        }
    }

    @inline(__always)
    private static func startingWithA(_ name: ByteView) -> HTTPFieldName {
        guard name.count == 15 else { return only(name, "accept", .accept) }
        // Both have seven letters in common.
        return unsafe name.pointer[7] | 0x20 == UInt8(ascii: "e")
            ? only(name, "accept-encoding", .acceptEncoding) : only(name, "accept-language", .acceptLanguage)
    }

    @inline(__always)
    private static func startingWithC(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 6: only(name, "cookie", .cookie)
        case 10: only(name, "connection", .connection)
        case 13: only(name, "cache-control", .cacheControl)
        default: only(name, "content-length", .contentLength)
        }
    }

    @inline(__always)
    private static func startingWithI(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 8:
            unsafe name.pointer[3] | 0x20 == UInt8(ascii: "m")
                ? only(name, "if-match", .ifMatch) : only(name, "if-range", .ifRange)
        case 13: only(name, "if-none-match", .ifNoneMatch)
        case 17: only(name, "if-modified-since", .ifModifiedSince)
        default: only(name, "if-unmodified-since", .ifUnmodifiedSince)
        }
    }

    @inline(__always)
    private static func startingWithX(_ name: ByteView) -> HTTPFieldName {
        switch name.count {
        case 12: only(name, "x-request-id", .xRequestID)
        case 15: only(name, "x-forwarded-for", .xForwardedFor)
        case 16: only(name, "x-forwarded-host", .xForwardedHost)
        case 17: only(name, "x-forwarded-proto", .xForwardedProto)
        default: only(name, "x-forwarded-prefix", .xForwardedPrefix)
        }
    }

    /// Whether `text`, which has no CR or LF, is `name` in letters of any case. `name` has small letters and `-` only.
    @inline(__always)
    static func isName(_ text: ByteView, _ name: StaticString) -> Bool {
        // Sound: both have this many bytes.
        unsafe text.count == name.utf8CodeUnitCount && cbytes_is_name(text.pointer, name.utf8Start, text.count) != 0
    }

    /// `field` if that is what `name` says, else `.other`.
    @inline(__always)
    private static func only(_ name: ByteView, _ wanted: StaticString, _ field: HTTPFieldName) -> HTTPFieldName {
        isName(name, wanted) ? field : .other
    }
}
