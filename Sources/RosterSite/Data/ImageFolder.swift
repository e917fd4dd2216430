internal import Bytes
internal import Glibc
internal import Images

/// The pictures below one folder, as files.
struct ImageFolder: Sendable {
    /// One file.
    struct Entry: Equatable, Sendable {
        /// The name inside the folder, `faces/ada@2x.png`.
        var fileName: String
        /// What the system says about it.
        var identity: FileIdentity
    }

    /// Deeper folders are not pictures of this site.
    private static let depth = 4
    /// Bounds the memory that pictures take: they are all kept.
    private static let fileLimit = 16 << 20
    /// As `fileLimit`, for all of them.
    private static let totalLimit = 256 << 20

    /// The folder that it belongs to.
    let owner: String

    /// Where it is.
    var path: String { owner + "/images" }

    /// The files below the folder whose names end like a picture's, in bytewise order; none if there is no folder, nil if
    /// even its owner is gone: then nothing can be said about its pictures.
    ///
    /// A link is followed only if it leads to a place inside the folder.
    func scan() -> [Entry]? {
        guard let root = Self.resolved(path) else { return Self.resolved(owner) == nil ? nil : [] }
        var entries: [Entry] = []
        scan(root: root, folder: "", depth: 0, into: &entries)
        return entries.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    }

    private func scan(root: String, folder: String, depth: Int, into entries: inout [Entry]) {
        guard depth <= Self.depth, let names = FolderNames.list(root + "/" + folder) else { return }
        for name in names where !name.hasPrefix(".") && entries.count < FolderNames.limit {
            let inner = folder.isEmpty ? name : folder + "/" + name
            guard let identity = identity(of: root + "/" + inner, inside: root) else { continue }
            switch identity.kind {
            case .folder: scan(root: root, folder: inner, depth: depth + 1, into: &entries)
            case .file where !ImageName(name).ending.isEmpty:
                entries.append(Entry(fileName: inner, identity: identity))
            case .file, .link, .other: break
            }
        }
    }

    /// What is at `path`; a link is followed if it leads to a place inside `root`, else there is nothing.
    private func identity(of path: String, inside root: String) -> FileIdentity? {
        let own = FileIdentity(path: path, isLinkItself: true)
        guard own?.kind == .link else { return own }
        guard let real = Self.resolved(path), real.hasPrefix(root + "/") else { return nil }
        return FileIdentity(path: real)
    }

    /// The pictures that `entries` make, and a sentence about each file left out.
    func load(_ entries: [Entry]) -> (files: [ImageFile], warnings: [(fileName: String, sentence: String)]) {
        var groups: [String: [ImageFile.Variant]] = [:]
        var warnings: [(fileName: String, sentence: String)] = []
        var total = 0
        for entry in entries {
            let place = path + "/" + entry.fileName
            guard case .bytes(let bytes, _) = SettledFile.read(place, limit: Self.fileLimit) else {
                warnings.append((place, "the picture can't be read, or is over \(Self.fileLimit >> 20) MiB: left out"))
                continue
            }
            total += bytes.count
            guard total <= Self.totalLimit else {
                warnings.append((place, "all pictures are over \(Self.totalLimit >> 20) MiB: left out"))
                break
            }
            let header = ImageHeader(bytes.view)
            let parts = ImageName(UnicodeText.nfc(entry.fileName))
            if parts.ending == ".png", header == nil {
                warnings.append((place, "this is no PNG picture: its size is unknown"))
            }
            groups[parts.name + parts.ending, default: []].append(
                ImageFile.Variant(
                    scale: parts.scale,
                    fileName: entry.fileName,
                    pixelWidth: header?.width ?? 0,
                    pixelHeight: header?.height ?? 0,
                    bytes: bytes,
                    modified: entry.identity.modifiedSeconds,
                    hash: StableHash.of(bytes.view)
                )
            )
        }
        return (Self.files(of: groups), warnings)
    }

    /// Why a PNG can't be decoded; nil if it can, or if reading its first bytes says enough.
    func damage(of entry: Entry) -> String? {
        guard case .bytes(let bytes, _) = SettledFile.read(path + "/" + entry.fileName, limit: Self.fileLimit),
            ImageHeader(bytes.view) != nil
        else { return nil }
        do {
            _ = try PNGDecoder.decode(bytes.view)
            return nil
        } catch {
            return "this picture can't be stretched, nor shown by every browser: \(error)"
        }
    }

    private static func files(of groups: [String: [ImageFile.Variant]]) -> [ImageFile] {
        let names = groups.keys.sorted { one, other in
            let (left, right) = (ImageName(one), ImageName(other))
            if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
            return rank(left.ending) < rank(right.ending)
        }
        return names.map { name in
            let parts = ImageName(name)
            let variants = groups[name, default: []].sorted { $0.scale < $1.scale }
            return ImageFile(name: parts.name, ending: parts.ending, variants: variants)
        }
    }

    private static func rank(_ ending: String) -> Int { ImageName.endings.firstIndex(of: ending) ?? .max }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(validatingCString: real)
    }
}
