internal import Bytes

/// The public files of one moment, found by path: those of `Public/` and the pictures of both image folders.
final class AssetTable: Sendable {
    private let assets: [Asset]
    private let byPath: [String: Asset]

    /// A table of `assets`; of two with one path the first counts.
    init(_ assets: [Asset]) {
        byPath = Dictionary(assets.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        self.assets = assets
    }

    /// The file at `path` below `Public/`, decoded.
    func asset(at path: String) -> Asset? { byPath[path] }

    /// The address of the file at `path`, below the site's root.
    func address(of path: String) -> String? { byPath[path]?.address }

    /// All files, in the order given.
    var all: [Asset] { assets }

    /// The hash in the address of one file of a picture; empty if it has none.
    func hash(ofImage variant: ImageFile.Variant) -> String {
        byPath["images/" + variant.fileName]?.hash ?? ""
    }
}
