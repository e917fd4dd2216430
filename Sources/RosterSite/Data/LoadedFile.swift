internal import Bytes
internal import PropertyList

/// One file of the data folder as it was read last, and the last time it could be read.
struct LoadedFile: Sendable {
    /// What the last good revision held.
    struct Reading: Sendable {
        var content: Page.Content
        var icons: IconTable
        /// The hash of the file.
        var hash: UInt64
        /// The hash of the pictures its names were looked up in.
        var imagesHash: UInt64
    }

    /// What the system said when the file was read; nil: read it again.
    var identity: FileIdentity?
    /// The last good revision; nil if there never was one.
    var reading: Reading?
    /// Since when the file can't be read, in seconds since 1970; nil while it can.
    var staleSince: Int?
    /// What its owner should look at.
    var findings: [Finding] = []

    /// The file read again at `path`; `now` is in seconds since 1970.
    ///
    /// A file that can't be read keeps its last good revision; one that keeps changing is looked at again next time.
    func reread(_ path: String, name: String, limit: Int, images: ImageIndex, now: Int) -> LoadedFile {
        switch SettledFile.read(path, limit: limit) {
        case .unsettled:
            var same = self
            same.identity = nil
            return same
        case .failed(let error):
            return failed(.error(error.description, in: path), identity: FileIdentity(path: path), now: now)
        case .bytes(let bytes, let identity):
            let hash = StableHash.of(bytes.view)
            if let reading, reading.hash == hash, staleSince == nil {
                var same = self
                same.identity = identity
                return same
            }
            do throws(PropertyListError) {
                let document = try PropertyList.parse(bytes)
                return loaded(document, hash: hash, identity: identity, path: path, name: name, images: images)
            } catch {
                return failed(Finding(error, in: path), identity: identity, now: now)
            }
        }
    }

    /// The same file with its pictures looked up again.
    func resolvingIcons(in images: ImageIndex) -> LoadedFile {
        guard let reading, reading.imagesHash != images.hash else { return self }
        var file = self
        let found = reading.icons.names.map { images.image(named: $0) }
        file.reading?.icons = IconTable(names: reading.icons.names, images: found)
        file.reading?.imagesHash = images.hash
        return file
    }

    private func loaded(
        _ document: PropertyList,
        hash: UInt64,
        identity: FileIdentity,
        path: String,
        name: String,
        images: ImageIndex
    ) -> LoadedFile {
        let result = ShapeReader.read(document, pageName: name, images: images)
        let reading = Reading(
            content: result.content,
            icons: result.icons,
            hash: hash,
            imagesHash: images.hash
        )
        return LoadedFile(
            identity: identity,
            reading: reading,
            staleSince: nil,
            findings: result.warnings.map { Finding($0, in: path) }
        )
    }

    private func failed(_ finding: Finding, identity: FileIdentity?, now: Int) -> LoadedFile {
        LoadedFile(identity: identity, reading: reading, staleSince: staleSince ?? now, findings: [finding])
    }
}
