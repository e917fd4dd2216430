internal import Bytes
internal import PropertyList

/// Reads data as the server does and says what its owner should look at: what `roster check` does.
public struct DataCheck: Sendable {
    /// What was looked at and found.
    public struct Count: Sendable, Equatable, CustomStringConvertible {
        /// How many property lists were read.
        public var files = 0
        /// How many findings keep something from being used.
        public var errors = 0
        /// How many findings do not.
        public var warnings = 0

        /// `3 files: 1 error, 2 warnings`
        public var description: String {
            func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
            return "\(counted(files, "file")): \(counted(errors, "error")), \(counted(warnings, "warning"))"
        }
    }

    private let publicPath: String?
    private let fileLimit: Int

    /// A check that looks pictures up beside the data and in `publicPath/images`.
    public init(publicPath: String?, fileLimit: Int = DataFolder.standardFileLimit) {
        self.publicPath = publicPath
        self.fileLimit = fileLimit
    }

    /// Checks files and folders in turn; `report` gets every finding, `progress` the path of each file before it is read.
    public func run(
        _ paths: [String],
        progress: (String) -> Void = { _ in },
        report: (Finding) -> Void,
    ) -> Count {
        var count = Count()
        for path in paths {
            let findings =
                FileIdentity(path: path)?.kind == .folder
                ? checkFolder(path, &count, progress) : checkFile(path, &count, progress)
            for finding in findings {
                switch finding.severity {
                case .error: count.errors += 1
                case .warning: count.warnings += 1
                }
                report(finding)
            }
        }
        return count
    }

    private func checkFolder(_ path: String, _ count: inout Count, _ progress: (String) -> Void) -> [Finding] {
        let folder = DataFolder(path: path, publicPath: publicPath, fileLimit: fileLimit)
        guard let listing = folder.look() else { return [.error("the folder can't be read", in: path)] }
        var state = FolderState()
        state.step(folder, listing, progress: progress)
        count.files += listing.files.count
        let isEmpty = listing.files.isEmpty
        return (isEmpty ? [.warning("there is no property list in this folder", in: path)] : []) + state.findings
            + damagedPictures(folder, listing)
    }

    /// A warning for each PNG that can't be decoded. The server finds out when one is to be stretched; its owner should sooner.
    private func damagedPictures(_ folder: DataFolder, _ listing: DataFolder.Listing) -> [Finding] {
        zip(folder.imageFolders, listing.images).flatMap { images, entries in
            (entries ?? []).filter { ImageName($0.fileName).ending == ".png" }.compactMap { entry in
                images.damage(of: entry).map { .warning($0, in: images.path + "/" + entry.fileName) }
            }
        }
    }

    private func checkFile(_ path: String, _ count: inout Count, _ progress: (String) -> Void) -> [Finding] {
        progress(path)
        count.files += 1
        // Standard input apart: a device has no end, and a pipe that nobody writes to no beginning.
        if path != "-", FileIdentity(path: path)?.kind == .other {
            return [.error(FileError.isNoFile.description, in: path)]
        }
        let (parent, name) = Self.split(path)
        do throws(FileError) {
            let bytes = try SharedBytes.contents(ofFile: path, limit: fileLimit)
            return findings(in: bytes, path: path, folder: parent, name: name)
        } catch {
            return [.error(error.description, in: path)]
        }
    }

    private func findings(in bytes: SharedBytes, path: String, folder: String, name: String) -> [Finding] {
        do throws(PropertyListError) {
            let document = try PropertyList.parse(bytes)
            let images = DataFolder(path: folder, publicPath: publicPath).loadImages()
            if name == SiteSettingsReader.fileName {
                return SiteSettingsReader.read(document, images: images).warnings.map { Finding($0, in: path) }
            }
            let page = PageNames.stem(of: name) ?? name
            return ShapeReader.read(document, pageName: page, images: images).warnings.map { Finding($0, in: path) }
        } catch {
            return [Finding(error, in: path)]
        }
    }

    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let parent = String(path[..<slash])
        return (parent.isEmpty ? "/" : parent, String(path[path.index(after: slash)...]))
    }
}
