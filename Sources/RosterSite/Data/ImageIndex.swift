internal import Bytes

/// The pictures of the data folder and of `Public/images`, found as `imageNamed:` would find them.
final class ImageIndex: Sendable {
    /// The pictures in the bytewise order of their names; of two with one name the first folder's counts.
    let files: [ImageFile]
    /// A hash of all their bytes and names.
    let hash: UInt64

    private let byName: [String: Int]

    /// An index of `files`; a later one with the name of an earlier one is not found by its bare name.
    init(files: [ImageFile] = [], hash: UInt64 = 0) {
        self.files = files
        self.hash = hash
        var byName: [String: Int] = [:]
        for (index, file) in files.enumerated() {
            if byName[file.name] == nil { byName[file.name] = index }
            if byName[file.name + file.ending] == nil { byName[file.name + file.ending] = index }
        }
        self.byName = byName
    }

    /// The picture that `imageNamed:` would give for `name`: ending and scale optional, `images.bundle/…` understood.
    ///
    /// Never one outside the two folders: names are looked up among the files found there, not joined to a path.
    func image(named name: String) -> ImageFile? {
        var rest = Substring(name)
        if let bundle = rest.range(ofBundlePrefix: ".bundle/") { rest = rest[bundle...] }
        if rest.hasPrefix("images/") { rest = rest.dropFirst("images/".count) }
        return byName[String(rest)].map { files[$0] }
    }
}

extension Substring {
    /// Where what follows the first folder begins, if that folder's name ends in `suffix`.
    func range(ofBundlePrefix suffix: String) -> Index? {
        guard let slash = firstIndex(of: "/") else { return nil }
        let after = index(after: slash)
        return self[..<after].hasSuffix(suffix) ? after : nil
    }
}
