internal import Bytes
internal import HTTP

/// Every public file by the bytes of a request's path: by its address with a hash, and by its plain path where no page has
/// that name. One look finds it; nothing is decoded.
final class ResourceTable: Sendable {
    private struct Entry {
        let hash: UInt64
        let path: ByteRange
        let asset: Asset
        let isHashed: Bool
    }

    private let paths: SharedBytes
    private let entries: [Entry]
    /// Where the entry of a hash stands in `entries`, from 1; 0 ends a search. Three in four places are free.
    private let places: [UInt32]

    /// A table of `assets`; of two with one path the first counts. `isFree` says whether a plain path names no page.
    init(_ assets: [Asset], isFree: (ByteView) -> Bool) {
        var arena = ByteArena(capacity: 64 * 1024)
        var ranges: [(range: ByteRange, asset: Asset, isHashed: Bool)] = []
        for asset in assets {
            ranges.append((arena.add("/" + asset.address), asset, true))
            ranges.append((arena.add("/" + Asset.encode(asset.path)), asset, false))
        }
        let paths = arena.freeze()
        var size = 64
        while size < ranges.count * 4 { size *= 2 }
        var places = [UInt32](repeating: 0, count: size)
        var entries: [Entry] = []
        for (range, asset, isHashed) in ranges where isHashed || isFree(paths[range]) {
            let hash = Self.hash(of: paths[range])
            var index = Int(truncatingIfNeeded: hash) & (size - 1)
            while places[index] != 0, !paths[entries[Int(places[index]) - 1].path].hasSameBytes(paths[range]) {
                index = (index + 1) & (size - 1)
            }
            guard places[index] == 0 else { continue }
            entries.append(Entry(hash: hash, path: range, asset: asset, isHashed: isHashed))
            places[index] = UInt32(entries.count)
        }
        self.paths = paths
        self.entries = entries
        self.places = places
    }

    /// What is sent for `path`, a request's path; nil where it names no file in these very bytes. Allocates nothing.
    func resource(at path: ByteView) -> StaticResource? {
        let hash = Self.hash(of: path)
        var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[index] != 0 {
            let entry = entries[Int(places[index]) - 1]
            if entry.hash == hash, paths[entry.path].hasSameBytes(path) {
                return entry.isHashed ? entry.asset.hashed : entry.asset.plain
            }
            index = (index + 1) & (places.count - 1)
        }
        return nil
    }

    private static func hash(of path: ByteView) -> UInt64 {
        var hash = SecretHash()
        hash.add(path)
        return hash.value
    }
}
