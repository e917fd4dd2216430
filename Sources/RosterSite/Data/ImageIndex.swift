internal import Bytes

/// The pictures of the data folder and of `Public/images`, found as `imageNamed:` would find them.
final class ImageIndex: Sendable {
    /// The pictures, the data folder's first, each folder's in the bytewise order of their names.
    let files: [ImageFile]
    /// A hash of their names and bytes.
    let hash: UInt64

    private let byName: [String: Int]

    /// An index of `files`; of two with one name the first is found.
    init(files: [ImageFile] = []) {
        self.files = files
        var byName: [String: Int] = [:]
        var hash = StableHash()
        for (index, file) in files.enumerated() {
            if byName[file.name] == nil { byName[file.name] = index }
            if byName[file.name + file.ending] == nil { byName[file.name + file.ending] = index }
            for variant in file.variants {
                hash.add(variant.fileName)
                hash.add(number: variant.hash)
            }
        }
        self.byName = byName
        self.hash = hash.value
    }

    /// The picture that `imageNamed:` would give for `name`: ending and scale optional, `images.bundle/…` understood.
    ///
    /// Never one outside the two folders: names are looked up among the files found there, not joined to a path.
    func image(named name: String) -> ImageFile? {
        var rest = Substring(name)
        if let slash = rest.firstIndex(of: "/"), rest[..<slash].hasSuffix(".bundle") {
            rest = rest[rest.index(after: slash)...]
        }
        if let file = lookUp(rest) { return file }
        return rest.hasPrefix("images/") ? lookUp(rest.dropFirst("images/".count)) : nil
    }

    private func lookUp(_ name: Substring) -> ImageFile? {
        let parts = ImageName(UnicodeText.nfc(String(name)))
        // With an ending that file is meant and no other, as imageNamed: does.
        let index = byName[parts.name + parts.ending]
        return index.map { files[$0] }
    }
}
