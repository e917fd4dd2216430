internal import Bytes
internal import HTTP
internal import Synchronization

/// A public file, ready to be sent from two addresses: one with a hash of its content, kept for ever, and its plain path.
final class Asset: Sendable {
    /// The path below `Public/`, `images/me@2x.png`.
    let path: String
    /// The path below the site's root that may be kept for ever, `assets/HASH/images/me@2x.png`, percent-encoded.
    let address: String
    /// The hash in `address`.
    let hash: String
    private let hashedResource: LazilyCompressed
    private let plainResource: LazilyCompressed

    /// What is sent from `address`.
    var hashed: StaticResource { hashedResource.best }
    /// What is sent from the plain path, and from an address with the hash of an older content.
    var plain: StaticResource { plainResource.best }

    /// The file at `path` with `content`; `hash` stands in its address and is shared by all scales of a picture.
    /// `modified` is when it was written, in seconds since 1970; nil for what is made from settings.
    init(path: String, hash: UInt64, contentHash: UInt64, content: SharedBytes, modified: Int? = nil) {
        var name = OutputBuffer(capacity: 64)
        name.append(path)
        self.path = path
        self.hash = ContentHash.address(hash)
        address = "assets/\(self.hash)/\(Self.encode(path))"
        var description = StaticResource.Description(
            mediaType: "\(Self.type(ofFile: name.view))",
            revision: ContentHash.validator(contentHash),
            cacheControl: "\(CachePolicy.immutable.value)",
            lastModified: modified,
        )
        hashedResource = LazilyCompressed(content, description)
        description.cacheControl = "\(CachePolicy.revalidated.value)"
        plainResource = LazilyCompressed(content, description)
    }

    /// Makes the smaller codings, which takes some 100 ms per MB: not on an event loop. Until then the file is sent as it is.
    func compress() {
        hashedResource.compress()
        plainResource.compress()
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

/// A resource that is there at once, and smaller a moment later.
private final class LazilyCompressed: Sendable {
    private let content: SharedBytes
    private let description: StaticResource.Description
    private let first: StaticResource
    private let compressed = AtomicLazyReference<StaticResource>()

    init(_ content: SharedBytes, _ description: StaticResource.Description) {
        self.content = content
        self.description = description
        first = StaticResource(content, description, compresses: false)
    }

    var best: StaticResource { compressed.load() ?? first }

    func compress() {
        if compressed.load() == nil, MediaType.isCompressible(description.mediaType) {
            _ = compressed.storeIfNil(StaticResource(content, description))
        }
    }
}

extension MediaType {
    /// Whether compressing content of this type pays.
    fileprivate static func isCompressible(_ type: String) -> Bool {
        var text = OutputBuffer(capacity: 64)
        text.append(type)
        return isCompressible(text.view)
    }
}
