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
    private let content: SharedBytes
    private let description: StaticResource.Description
    private let first: Resources
    /// Written once, before `isCompressed` says so.
    nonisolated(unsafe) private var smaller: Resources?
    private let isCompressed = Atomic(false)
    private let isClaimed = Atomic(false)

    /// The file under both of its addresses.
    private struct Resources: Sendable {
        let hashed, plain: StaticResource
    }

    /// What is sent from `address`.
    var hashed: StaticResource { best.hashed }
    /// What is sent from the plain path, and from an address with the hash of an older content.
    var plain: StaticResource { best.plain }

    /// The file at `path` with `content`; `hash` stands in its address and is shared by all scales of a picture.
    /// `modified` is when it was written, in seconds since 1970; nil for what is made from settings.
    init(path: String, hash: UInt64, contentHash: UInt64, content: SharedBytes, modified: Int? = nil) {
        var name = OutputBuffer(capacity: 64)
        name.append(path)
        self.path = path
        self.hash = ContentHash.address(hash)
        address = "assets/\(self.hash)/\(Self.encode(path))"
        self.content = content
        description = StaticResource.Description(
            mediaType: "\(Self.type(ofFile: name.view))",
            revision: ContentHash.validator(contentHash),
            cacheControl: "\(CachePolicy.immutable.value)",
            lastModified: modified,
        )
        first = Self.resources(content, description, StaticResource.Codings())
    }

    /// Makes the smaller codings, which takes some 100 ms per MB: not on an event loop. Until then the file is sent as it is.
    func compress() {
        guard !isClaimed.exchange(true, ordering: .relaxed) else { return }
        let codings = StaticResource.Codings(of: content, mediaType: description.mediaType)
        guard !codings.isEmpty else { return }
        unsafe smaller = Self.resources(content, description, codings)
        isCompressed.store(true, ordering: .releasing)
    }

    private var best: Resources {
        guard isCompressed.load(ordering: .acquiring), let smaller = unsafe smaller else { return first }
        return smaller
    }

    private static func resources(
        _ content: SharedBytes,
        _ description: StaticResource.Description,
        _ codings: StaticResource.Codings,
    ) -> Resources {
        var plain = description
        plain.cacheControl = "\(CachePolicy.revalidated.value)"
        let varies = StaticResource.Codings.mayExist(for: content, mediaType: description.mediaType)
        return Resources(
            hashed: StaticResource(content, description, codings: codings, varies: varies),
            plain: StaticResource(content, plain, codings: codings, varies: varies),
        )
    }

    private static func type(ofFile name: ByteView) -> StaticString {
        if name.string.hasSuffix(".speculationrules") { return "application/speculationrules+json" }
        return HTTP.MediaType.ofFile(name) ?? "application/octet-stream"
    }

    /// The path as an address writes it: each segment percent-encoded, slashes and the `@` of a scale kept.
    static func encode(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { HTTP.PercentEncoding.isUnreserved($0) || $0 == 0x2F || $0 == 0x40 }
        if isPlain { return path }
        return path.split(separator: "/").map { segment in
            segment.split(separator: "@", omittingEmptySubsequences: false)
                .map { PercentEncoding.pathSegment(String($0)) }
                .joined(separator: "@")
        }
        .joined(separator: "/")
    }
}
