internal import Bytes

/// The public files of one moment, found by path: those of `Public/` and the pictures of both image folders.
final class AssetTable: Sendable {
    private let assets: [Asset]
    private let byPath: [String: Asset]
    private let paths: SharedBytes
    nonisolated(unsafe) private let byRequest: [ByteView: Asset]

    /// A table of `assets`; of two with one path the first counts.
    init(_ assets: [Asset]) {
        var arena = ByteArena(capacity: 64 * 1024)
        var byPath: [String: Asset] = [:]
        var ranges: [(ByteRange, Asset)] = []
        for asset in assets where byPath[asset.path] == nil {
            byPath[asset.path] = asset
            ranges.append((arena.add("/" + asset.address), asset))
        }
        let paths = arena.freeze()
        unsafe byRequest = Dictionary(ranges.map { (paths[$0.0], $0.1) }, uniquingKeysWith: { first, _ in first })
        self.paths = paths
        self.byPath = byPath
        self.assets = assets
    }

    /// The file that `path`, a request's path with today's hash in it, names. Allocates nothing.
    func asset(requestedAs path: ByteView) -> Asset? { unsafe byRequest[path] }

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
