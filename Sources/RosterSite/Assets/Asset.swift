internal import Bytes
internal import HTTP

/// A public file, ready to be sent from two addresses: one with a hash of its content, kept for ever, and its plain path.
final class Asset: Sendable {
    /// The path below `Public/`, `images/me@2x.png`.
    let path: String
    /// The path below the site's root that may be kept for ever, `assets/HASH/images/me@2x.png`, percent-encoded.
    let address: String
    /// The hash in `address`.
    let hash: String
    /// What is sent from `address`.
    let hashed: StaticResource
    /// What is sent from the plain path, and from an address with the hash of an older content.
    let plain: StaticResource

    /// The file at `path` with `content`; `hash` stands in its address and is shared by all scales of a picture.
    init(path: String, hash: UInt64, contentHash: UInt64, content: SharedBytes) {
        var name = OutputBuffer(capacity: 64)
        name.append(path)
        let type = Self.type(ofFile: name.view)
        self.path = path
        self.hash = ContentHash.address(hash)
        address = "assets/\(self.hash)/\(Self.encode(path))"
        var description = StaticResource.Description(
            mediaType: "\(type)",
            revision: ContentHash.validator(contentHash),
            cacheControl: "\(CachePolicy.immutable.value)",
        )
        hashed = StaticResource(content, description)
        description.cacheControl = "\(CachePolicy.revalidated.value)"
        plain = StaticResource(content, description)
    }

    private static func type(ofFile name: ByteView) -> StaticString {
        if name.string.hasSuffix(".speculationrules") { return "application/speculationrules+json" }
        return HTTP.MediaType.ofFile(name) ?? "application/octet-stream"
    }

    /// The path as an address writes it: each segment percent-encoded, slashes and the `@` of a scale kept.
    static func encode(_ path: String) -> String {
        path.split(separator: "/").map { segment in
            segment.split(separator: "@", omittingEmptySubsequences: false)
                .map { PercentEncoding.pathSegment(String($0)) }
                .joined(separator: "@")
        }
        .joined(separator: "/")
    }
}
