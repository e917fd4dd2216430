public import Bytes

/// A request head and what is known of its sender, looked at where it lies in the input buffer.
///
/// Valid only while `respond(to:body:)` runs; every `ByteView` taken from it too. Nothing is decoded, nothing allocated:
/// the table of fields belongs to the request value, which its event loop makes once and fills again for every head.
@safe
public struct HTTPRequest: ~Copyable {
    /// One field line: where its name and value lie in the head.
    @usableFromInline
    struct FieldSlot {
        @usableFromInline var name: UInt32
        @usableFromInline var nameCount: UInt32
        @usableFromInline var value: UInt32
        @usableFromInline var valueCount: UInt32

        @inline(__always)
        init(name: UInt32, nameCount: UInt32, value: UInt32, valueCount: UInt32) {
            self.name = name
            self.nameCount = nameCount
            self.value = value
            self.valueCount = valueCount
        }
    }

    /// Where some bytes lie in the head.
    @usableFromInline
    struct Place {
        @usableFromInline var start: Int
        @usableFromInline var end: Int
        static var nowhere: Place { Place(start: 0, end: 0) }
    }

    /// How many field lines a head can have.
    let fieldLimit: Int
    @usableFromInline let slots: UnsafeMutablePointer<FieldSlot>
    /// Per field name: the number (from 1) of its first line, or 0.
    @usableFromInline let firsts: UnsafeMutablePointer<UInt8>
    /// Per line: which field it is.
    let kinds: UnsafeMutablePointer<UInt8>
    /// What was found out about earlier heads and is likely to be asked again.
    let memory: RequestMemory
    /// The field names that stand on any line, a bit each.
    @usableFromInline var presentNames: UInt32 = 0
    /// The field names that stand on more than one line, a bit each.
    var repeatedNames: UInt32 = 0

    /// The whole head, from the method to the empty line.
    public internal(set) var head: ByteView = .empty
    @usableFromInline var methodPlace = Place.nowhere
    @usableFromInline var targetPlace = Place.nowhere
    @usableFromInline var pathPlace = Place.nowhere
    @usableFromInline var queryPlace = Place.nowhere
    /// Whether the target has a `?`.
    public internal(set) var hasQuery = false
    /// What is asked for.
    public internal(set) var method = HTTPMethod.unknown
    /// The digit after `HTTP/1.`; 1 for every later minor version.
    public internal(set) var minorVersion: UInt8 = 1
    /// How many field lines there are.
    public internal(set) var fieldCount = 0
    /// How the body is delimited.
    public internal(set) var framing = BodyFraming.none
    /// Whether the client said `Connection: close`.
    var saysClose = false
    /// Whether the client said `Connection: keep-alive`.
    var saysKeepAlive = false
    /// Whether the client waits for `100 Continue`.
    public internal(set) var expectsContinue = false

    /// The authority the client asked for: of an absolute target, else `Host`; the server puts a trusted proxy's here.
    public var host: ByteView = .empty
    /// Whether the client spoke TLS to the trusted proxy in front.
    public var isSecure = false
    /// The path below which a trusted proxy mounts the site (`X-Forwarded-Prefix`): empty, or `/name…` without a final slash.
    public var forwardedPrefix: ByteView = .empty
    /// The client's address, after trusted proxies.
    public var client = NetworkAddress.unknown
    /// The identifier that the answer and the log carry; letters, digits and `._-` only.
    public var requestID: ByteView = .empty

    /// A request with room for `fieldLimit` field lines (at most 254), to be filled by `RequestParser`.
    public init(fieldLimit: Int = RequestLimits.default.fields) {
        self.fieldLimit = min(max(1, fieldLimit), 254)
        unsafe slots = .allocate(capacity: self.fieldLimit)
        unsafe kinds = .allocate(capacity: self.fieldLimit)
        memory = RequestMemory()
        unsafe firsts = .allocate(capacity: Self.nameCount)
        unsafe firsts.initialize(repeating: 0, count: Self.nameCount)
    }

    deinit {
        unsafe slots.deallocate()
        unsafe kinds.deallocate()
        unsafe firsts.deallocate()
        memory.deallocate()
    }

    /// More than there are `HTTPFieldName`s, a multiple of eight.
    static var nameCount: Int { 32 }

    /// The method as it was written.
    @inlinable public var methodName: ByteView { view(methodPlace) }
    /// The request target as it was written.
    @inlinable public var target: ByteView { view(targetPlace) }
    /// The path of the target, still percent-encoded: starts with `/`, or is `*` (only for OPTIONS).
    @inlinable public var path: ByteView { view(pathPlace) }
    /// What follows the first `?` of the target, still percent-encoded; empty without one.
    @inlinable public var query: ByteView { view(queryPlace) }

    /// Whether the connection may serve another request after this one, as far as the client is concerned.
    public var allowsKeepAlive: Bool { minorVersion > 0 ? !saysClose : saysKeepAlive && !saysClose }

    /// The bytes at a place that the parser found inside this head.
    @inlinable
    func view(_ place: Place) -> ByteView {
        unsafe ByteView(start: head.pointer + place.start, count: place.end &- place.start)
    }
}
