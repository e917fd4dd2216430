internal import Bytes
internal import Glibc
internal import PropertyList

/// Everything read from a data folder, one step after another: each step makes a new snapshot of what changed.
struct FolderState: Sendable {
    /// What is to be served.
    private(set) var snapshot: Snapshot
    /// What the owner should look at, file by file.
    private(set) var findings: [Finding] = []

    /// How many bytes of pages the last step read.
    private(set) var bytesRead = 0

    private var listing: DataFolder.Listing?
    private var files: [String: LoadedFile] = [:]
    private var images = ImageIndex()
    /// What `images` is made of, folder by folder.
    private var loadedImages: [LoadedImages] = []
    private var settings = SiteSettings()
    private var settingsFile = LoadedFile()
    private var settingsHash: UInt64 = 0
    /// The hash of the pictures that the settings were checked against.
    private var settingsImagesHash: UInt64 = 0

    /// Nothing read yet.
    init() {
        snapshot = Snapshot(settings: SiteSettings(), pages: [], images: ImageIndex(), revision: 0)
    }

    /// Whether `listing` is what was read last and nothing is to be looked at again.
    func isCurrent(_ listing: DataFolder.Listing) -> Bool { self.listing == listing }

    /// Reads what changed in `folder` since the last step and makes a snapshot; files that did not change cost nothing.
    mutating func step(
        _ folder: DataFolder,
        _ listing: DataFolder.Listing,
        isForced: Bool = false,
        now: Int = FolderState.now(),
        progress: (String) -> Void = { _ in }
    ) {
        if isForced { forgetIdentities() }
        if self.listing?.images != listing.images { loadImages(folder, listing, isForced) }
        loadSettings(folder, listing, now: now)
        let names = PageNames(fileNames: listing.files.map(\.name))
        let nameFindings = names.warnings.map { Finding.warning($0.sentence, in: folder.path + "/" + $0.fileName) }
        let before = files
        let identities = Dictionary(listing.files.map { ($0.name, $0.identity) }) { first, _ in first }
        files = [:]
        bytesRead = 0
        for entry in names.entries {
            let old = before[entry.fileName] ?? LoadedFile()
            progress(folder.path + "/" + entry.fileName)
            files[entry.fileName] = load(entry, old, folder, identities[entry.fileName] ?? nil, now: now)
        }
        findings = loadedImages.flatMap(\.findings) + settingsFile.findings
        findings += unknownPages(names, in: folder) + nameFindings + smallPictures(folder, listing)
        findings += listing.leftOut.map { .warning($0.sentence, in: folder.path + "/" + $0.name) }
        findings += names.entries.flatMap { files[$0.fileName]?.findings ?? [] }
        snapshot = makeSnapshot(names.entries)
        // A file that kept changing has no identity now: the next look differs from this listing and reads it again.
        let isSettled = files.values.allSatisfy { $0.identity != nil || $0.staleSince != nil }
        self.listing = isSettled ? listing : nil
    }

    /// Says on every page that it is no longer kept up to date: the folder is gone. The next step reads every file.
    mutating func markStale(now: Int = FolderState.now()) {
        forgetIdentities()
        for (name, file) in files { files[name]?.staleSince = file.staleSince ?? now }
        snapshot = makeSnapshot(PageNames(fileNames: Array(files.keys)).entries)
    }

    /// Makes the next step read every file.
    private mutating func forgetIdentities() {
        listing = nil
        settingsFile.identity = nil
        for name in files.keys { files[name]?.identity = nil }
    }

    /// Seconds since 1970.
    static func now() -> Int { Int(FileIdentity.now() / 1_000_000_000) }

    private mutating func loadImages(_ folder: DataFolder, _ listing: DataFolder.Listing, _ isForced: Bool) {
        if loadedImages.isEmpty { loadedImages = folder.imageFolders.map { _ in LoadedImages() } }
        loadedImages = zip(loadedImages, zip(folder.imageFolders, listing.images)).map { loaded, folder in
            loaded.reread(folder.0, folder.1, isForced: isForced)
        }
        images = ImageIndex(files: loadedImages.flatMap(\.files))
    }

    private mutating func load(
        _ entry: PageNames.Entry,
        _ old: LoadedFile,
        _ folder: DataFolder,
        _ identity: FileIdentity?,
        now: Int
    ) -> LoadedFile {
        let isSame = identity != nil && old.identity == identity
        guard !isSame else { return old.resolvingIcons(in: images) }
        bytesRead += identity?.size ?? 0
        let path = folder.path + "/" + entry.fileName
        return old.reread(path, name: entry.name, limit: folder.fileLimit, images: images, now: now)
            .resolvingIcons(in: images)
    }

    /// A warning for each page that is set but not there.
    private func unknownPages(_ names: PageNames, in folder: DataFolder) -> [Finding] {
        let known = names.entries.map(\.name)
        return Set(settings.pages.keys).subtracting(known).sorted().map { name in
            let near = NearestName.of(name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            return .warning(
                "page '\(name)' is set, but there is no such file\(near)",
                in: folder.path + "/" + SiteSettingsReader.fileName
            )
        }
    }

    /// A warning for each picture that has the name of one that Roster brings along and is too small for its caps.
    private func smallPictures(_ folder: DataFolder, _ listing: DataFolder.Listing) -> [Finding] {
        SiteSettings.standardCaps.keys.sorted().compactMap { name in
            guard let image = images.image(named: name), let caps = settings.caps[image.name], !caps.fit(image),
                let path = folder.path(ofPicture: image, in: listing)
            else { return nil }
            let (used, width, height) = (settings.caps(of: image) ?? caps, image.width, image.height)
            return .warning(
                "at \(width) × \(height) points this picture is too small for the caps of its name, \(caps.words): "
                    + "it stretches at its middle, \(used.words); 'images' in \(SiteSettingsReader.fileName) may say otherwise",
                in: path
            )
        }
    }

    private mutating func loadSettings(_ folder: DataFolder, _ listing: DataFolder.Listing, now: Int) {
        guard let file = listing.files.first(where: { $0.name == SiteSettingsReader.fileName }) else {
            (settings, settingsFile, settingsHash) = (SiteSettings(), LoadedFile(), 0)
            return
        }
        let isChecked = settingsImagesHash == images.hash
        if let identity = file.identity, identity == settingsFile.identity, isChecked { return }
        settingsImagesHash = images.hash
        let path = folder.path + "/" + file.name
        settingsFile.identity = file.identity
        switch SettledFile.read(path, limit: folder.fileLimit) {
        case .unsettled: settingsFile.identity = nil
        case .failed(let error): settingsFile.findings = [.error(error.description, in: path)]
        case .bytes(let bytes, _):
            do throws(PropertyListError) {
                let (read, warnings) = SiteSettingsReader.read(try PropertyList.parse(bytes), images: images)
                (settings, settingsHash) = (read, StableHash.of(bytes.view))
                settingsFile.findings = warnings.map { Finding($0, in: path) }
            } catch {
                // The settings that were good last stay.
                settingsFile.findings = [Finding(error, in: path)]
            }
        }
    }

    private func makeSnapshot(_ entries: [PageNames.Entry]) -> Snapshot {
        var revision = StableHash()
        revision.add(number: settingsHash)
        revision.add(number: images.hash)
        let old = Dictionary(snapshot.pages.map { ($0.fileName, $0) }) { first, _ in first }
        var pages = entries.compactMap { entry in
            files[entry.fileName].map { page(entry, $0, before: old[entry.fileName]) }
        }
        pages.sort(by: Self.isBefore)
        for page in pages { revision.add(number: page.revision) }
        return Snapshot(settings: settings, pages: pages, images: images, revision: revision.value)
    }

    private func page(_ entry: PageNames.Entry, _ file: LoadedFile, before: Page?) -> Page {
        let staleSince = file.reading == nil ? nil : file.staleSince
        var hash = StableHash()
        hash.add(entry.name)
        hash.add(number: settingsHash)
        hash.add(number: images.hash)
        hash.add(number: file.reading?.hash ?? 0)
        hash.add(number: UInt64(bitPattern: Int64(staleSince ?? -1)))
        // What did not change stays the same object, and keeps its search index.
        if let before, before.revision == hash.value { return before }
        return Page(
            name: entry.name,
            fileName: entry.fileName,
            content: file.reading?.content ?? .unreadable,
            settings: settings.pages[entry.name] ?? PageSettings(),
            icons: file.reading?.icons ?? IconTable(),
            staleSince: file.reading == nil ? nil : file.staleSince,
            revision: hash.value
        )
    }

    /// Pages with an order first, then by name.
    private static func isBefore(_ one: Page, _ other: Page) -> Bool {
        let (left, right) = (one.settings.order ?? .max, other.settings.order ?? .max)
        return left == right ? one.name < other.name : left < right
    }
}
