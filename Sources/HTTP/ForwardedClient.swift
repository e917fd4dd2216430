internal import Bytes

/// Which fields tell where a request came from.
public enum ForwardingFields: String, Sendable, CaseIterable {
    /// `X-Forwarded-*` if any of them is there, else `Forwarded`.
    case automatic = "auto"
    /// Only `X-Forwarded-*`.
    case xForwarded = "x-forwarded"
    /// Only `Forwarded` (RFC 7239).
    case standard = "forwarded"
}

/// Finds the client in a chain of proxies: the last address that is not a trusted proxy's.
///
/// Fed from left to right, it gives what walking from right to left gives: the first address that is not trusted, or, behind
/// one that can't be read, the proxy that passed it on.
struct ForwardedChain {
    private let trusted: TrustedPeers
    private(set) var client: NetworkAddress
    private var state = State.empty

    private enum State {
        case empty
        /// Nothing but trusted proxies so far.
        case allTrusted
        /// An address that is not trusted was found: those right of it that are trusted passed it on.
        case found
        /// What was last seen is no address: whoever comes next passed it on.
        case unreadable
    }

    init(peer: NetworkAddress, trusted: TrustedPeers) {
        self.trusted = trusted
        client = peer
        self.peer = peer
    }

    private let peer: NetworkAddress

    /// Takes the next address to the right; true when its element is now the one that tells about the client.
    mutating func add(_ address: NetworkAddress?) -> Bool {
        guard let address else {
            client = peer
            state = .unreadable
            return false
        }
        if trusted.contains(address), state == .found || state == .allTrusted { return false }
        state = trusted.contains(address) ? .allTrusted : .found
        client = address
        return true
    }
}

extension HTTPRequest {
    /// Takes the word of a trusted proxy for client, scheme, host, mount point and request id; ignores what is malformed.
    ///
    /// Call it only when `peer` is trusted.
    public mutating func applyForwarding(from peer: NetworkAddress, trusted: TrustedPeers, fields: ForwardingFields) {
        if let id = self[.xRequestID], Self.isIdentifier(id) { requestID = id }
        if let prefix = lastElement(of: .xForwardedPrefix), let path = Self.mountPath(prefix) { forwardedPrefix = path }
        let hasX = self[.xForwardedFor] != nil || self[.xForwardedProto] != nil || self[.xForwardedHost] != nil
        switch fields {
        case .xForwarded: applyXForwarded(from: peer, trusted: trusted)
        case .standard: applyForwarded(from: peer, trusted: trusted)
        case .automatic where hasX: applyXForwarded(from: peer, trusted: trusted)
        case .automatic: applyForwarded(from: peer, trusted: trusted)
        }
    }

    private mutating func applyXForwarded(from peer: NetworkAddress, trusted: TrustedPeers) {
        var chain = ForwardedChain(peer: peer, trusted: trusted)
        forEach(.xForwardedFor) { value in
            var elements = ListElements(value)
            while let element = elements.next() { _ = chain.add(NetworkAddress(parsingNode: element)) }
        }
        client = chain.client
        if let proto = lastElement(of: .xForwardedProto) { isSecure = proto.equalsIgnoringCase(ByteView("https")) }
        if let name = lastElement(of: .xForwardedHost) { adopt(host: name) }
    }

    private mutating func applyForwarded(from peer: NetworkAddress, trusted: TrustedPeers) {
        guard self[.forwarded] != nil else { return }
        var chain = ForwardedChain(peer: peer, trusted: trusted)
        var told: ForwardedElement?
        var isWellFormed = true
        forEach(.forwarded) { value in
            var rest = value
            while !rest.isEmpty {
                let end = ListElements.separator(in: rest, UInt8(ascii: ","))
                let element = rest.prefix(end).trimmingBlanks
                rest = rest.dropFirst(end + 1)
                guard !element.isEmpty else { continue }
                guard let parsed = ForwardedElement(element) else {
                    isWellFormed = false
                    return
                }
                if chain.add(parsed.node.flatMap { NetworkAddress(parsingNode: $0) }) { told = parsed }
            }
        }
        guard isWellFormed else { return }
        client = chain.client
        guard let told else { return }
        if let proto = told.proto { isSecure = proto.equalsIgnoringCase(ByteView("https")) }
        if let name = told.host { adopt(host: name) }
    }

    private mutating func adopt(host name: ByteView) {
        if !name.isEmpty, HostSyntax.isAuthority(name) { host = name }
    }

    /// The last element of the last line: what the nearest proxy said.
    private func lastElement(of field: HTTPFieldName) -> ByteView? {
        var last: ByteView?
        forEach(field) { value in
            var elements = ListElements(value)
            while let element = elements.next() { last = element }
        }
        return last
    }

    /// 1 to 128 letters, digits, `.`, `_` and `-`: safe in a header, a log line and a file name.
    static func isIdentifier(_ text: ByteView) -> Bool {
        guard text.count >= 1, text.count <= 128 else { return false }
        for index in 0..<text.count {
            guard PercentEncoding.isUnreserved(text[index]), text[index] != UInt8(ascii: "~") else { return false }
        }
        return true
    }

    /// A mount path without its final slash; nil unless it is `/` and unreserved characters in segments that are not empty or dots.
    static func mountPath(_ text: ByteView) -> ByteView? {
        guard !text.isEmpty, text[0] == UInt8(ascii: "/"), text.count <= 256 else { return nil }
        let path = text[text.count - 1] == UInt8(ascii: "/") ? text.prefix(text.count - 1) : text
        var segment = 1
        while segment <= path.count {
            let end = path.firstIndex(of: UInt8(ascii: "/"), from: segment) ?? path.count
            let name = path[segment..<end]
            guard !name.isEmpty, name != ByteView("."), name != ByteView("..") else { return nil }
            for index in 0..<name.count where !PercentEncoding.isUnreserved(name[index]) { return nil }
            segment = end + 1
        }
        return path
    }
}

/// One element of `Forwarded`: `for=192.0.2.60;proto=http;host="example.com:80"` (RFC 7239 §4).
struct ForwardedElement {
    private(set) var node: ByteView?
    private(set) var proto: ByteView?
    private(set) var host: ByteView?

    /// Reads an element; nil when it is malformed or names a parameter twice.
    init?(_ element: ByteView) {
        var rest = element
        while !rest.isEmpty {
            let end = ListElements.separator(in: rest, UInt8(ascii: ";"))
            let pair = rest.prefix(end).trimmingBlanks
            rest = rest.dropFirst(end + 1)
            guard !pair.isEmpty else { continue }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > 0,
                let value = Self.unquoted(pair.dropFirst(equals + 1)), set(pair.prefix(equals), value)
            else { return nil }
        }
    }

    private mutating func set(_ name: ByteView, _ value: ByteView) -> Bool {
        if name.equalsIgnoringCase(ByteView("for")) {
            guard node == nil else { return false }
            node = value
        } else if name.equalsIgnoringCase(ByteView("proto")) {
            guard proto == nil else { return false }
            proto = value
        } else if name.equalsIgnoringCase(ByteView("host")) {
            guard host == nil else { return false }
            host = value
        }
        return true
    }

    /// A token, or what stands between quotes. Nothing that is used here needs a backslash: one makes the value unreadable.
    private static func unquoted(_ text: ByteView) -> ByteView? {
        guard !text.isEmpty, text[0] == UInt8(ascii: "\"") else {
            return text.firstIndex(of: UInt8(ascii: "\"")) == nil ? text : nil
        }
        guard text.count >= 2, text[text.count - 1] == UInt8(ascii: "\"") else { return nil }
        let inner = text[1..<text.count - 1]
        return inner.firstIndex(of: UInt8(ascii: "\"")) == nil && inner.firstIndex(of: UInt8(ascii: "\\")) == nil
            ? inner : nil
    }
}
