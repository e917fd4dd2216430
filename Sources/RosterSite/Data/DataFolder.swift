internal import Bytes
internal import Glibc
internal import PropertyList

/// A folder of property lists and pictures, and where else pictures are.
public struct DataFolder: Sendable {
    /// What a look at the folder saw, without reading any file.
    struct Listing: Equatable, Sendable {
        /// One file of the folder.
        struct File: Equatable, Sendable {
            /// Its name.
            var name: String
            /// What the system says about it; nil for a link that leads nowhere.
            var identity: FileIdentity?
        }

        /// A file whose name is nearly that of a page.
        struct LeftOut: Equatable, Sendable {
            /// Its name.
            var name: String
            /// Why it is none.
            var sentence: String
        }

        /// `Site.plist` and what may be a page, in bytewise order of their names.
        var files: [File]
        /// Files that are no pages, and what is to be said about each.
        var leftOut: [LeftOut] = []
        /// The pictures of each image folder; nil for one whose owner is gone.
        var images: [[ImageFolder.Entry]?]
    }

    /// Where it is, as given.
    public let path: String
    /// Files longer than this are refused: what is read is kept in memory, several times over while it is read.
    public let fileLimit: Int
    let imageFolders: [ImageFolder]

    /// The default of `fileLimit`: a million friends take 231 MB of XML.
    public static let standardFileLimit = 1 << 30

    /// The folder at `path`; pictures are looked up in its `images`, then in `publicPath/images`.
    public init(path: String, publicPath: String?, fileLimit: Int = DataFolder.standardFileLimit) {
        self.path = path
        self.fileLimit = fileLimit
        imageFolders = ([path] + (publicPath.map { [$0] } ?? [])).map { ImageFolder(owner: $0) }
    }

    /// What is there now; nil if the folder can't be read.
    func look() -> Listing? {
        guard let found = FolderNames(path) else { return nil }
        let kept = found.names.filter { $0 == SiteSettingsReader.fileName || PageNames.stem(of: $0) != nil }
        let files = kept.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { name -> Listing.File? in
            let identity = FileIdentity(path: path + "/" + name)
            return identity?.kind == .folder ? nil : Listing.File(name: name, identity: identity)
        }
        return Listing(files: files, leftOut: leftOut(found), images: imageFolders.map { $0.scan() })
    }

    /// The first files that nearly are pages.
    private func leftOut(_ found: FolderNames) -> [Listing.LeftOut] {
        let repaired = found.repairedNames.filter { PageNames.stem(of: $0) != nil }.map { name in
            Listing.LeftOut(name: name, sentence: "the name is not UTF-8: this file is left out")
        }
        let near = found.names.compactMap { name in
            PageNames.nearMiss(name).map { Listing.LeftOut(name: name, sentence: $0) }
        }
        let sorted = (repaired + near).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return Array(sorted.prefix(WarningLog.perKind))
    }

    /// The path of the first file of `image`, as a look at the folders found it.
    func path(ofPicture image: ImageFile, in listing: Listing) -> String? {
        guard let name = image.variants.first?.fileName else { return nil }
        let place = listing.images.firstIndex { entries in entries?.contains { $0.fileName == name } ?? false }
        return place.map { imageFolders[$0].path + "/" + name }
    }

    /// The pictures of all image folders, as they are now.
    func loadImages() -> ImageIndex {
        ImageIndex(files: imageFolders.flatMap { $0.load($0.scan() ?? []).files })
    }
}
