internal import Bytes

/// What pages are made with, made ready: assets with their addresses, templates with words and addresses put in.
///
/// Made from a `ThemeSource` and the pictures of a snapshot, and again when either changes.
final class SiteTheme: Sendable {
    /// One language of the site.
    struct Language: Sendable {
        let strings: Strings
        let templates: SiteTemplates
    }

    let source: ThemeSource
    /// The hash of the pictures that the assets were made from.
    let imagesHash: UInt64
    let assets: AssetTable
    let languages: [Language]
    /// The address, below the site's root, of what browsers may fetch ahead.
    let prefetchAddress: String?
    /// A hash of everything above.
    let revision: UInt64

    /// Compiles every template for every language.
    init(_ source: ThemeSource, images: ImageIndex) throws(ThemeError) {
        self.source = source
        imagesHash = images.hash
        let assets = AssetTable(Self.assets(source, images))
        self.assets = assets
        prefetchAddress = assets.address(of: "prefetch.speculationrules")
        var languages: [Language] = []
        for strings in source.languages {
            let localiser = Localiser(strings: strings) { assets.address(of: $0) ?? $0 }
            languages.append(Language(strings: strings, templates: try SiteTemplates(source.templates, localiser)))
        }
        self.languages = languages
        var hash = StableHash()
        hash.add(number: source.revision)
        hash.add(number: images.hash)
        revision = hash.value
    }

    /// Pictures first, then the other files: style sheets name pictures by their addresses.
    private static func assets(_ source: ThemeSource, _ images: ImageIndex) -> [Asset] {
        let pictures = images.files.flatMap(Self.assets)
        let newestPicture = images.files.flatMap(\.variants).map(\.modified).max() ?? 0
        let table = AssetTable(pictures)
        let others = source.files.map { file in
            var content = file.content
            if file.path.hasSuffix(".css") {
                let sheet = StyleSheet.shrink(content.view)
                content = withExtendedLifetime(sheet) { StyleSheet.link(sheet.view) { table.address(of: $0) } }
            }
            let hash = StableHash.of(content.view)
            // A style sheet changes with the pictures it names.
            let modified = max(file.modified, file.path.hasSuffix(".css") ? newestPicture : 0)
            return Asset(path: file.path, hash: hash, contentHash: hash, content: content, modified: modified)
        }
        return pictures + others
    }

    /// The files of one picture. They share one hash, so that a page naming all of them compresses well.
    private static func assets(of image: ImageFile) -> [Asset] {
        var hash = StableHash()
        for variant in image.variants { hash.add(number: variant.hash) }
        return image.variants.map { variant in
            Asset(
                path: "images/" + variant.fileName,
                hash: hash.value,
                contentHash: variant.hash,
                content: variant.bytes,
                modified: variant.modified,
            )
        }
    }
}
