internal import Bytes
public import HTTP
internal import Synchronization

/// The whole site: makes one responder per event loop over one live snapshot of the data folder.
///
/// The responders share the newest `SiteRevision` and nothing else.
public final class RosterSite: ResponderFactory {
    let configuration: SiteConfiguration
    /// The configured base path.
    let basePath: SharedBytes
    /// Pictures that can be stretched.
    let workshop: PictureWorkshop
    /// Writes downloads that take long.
    let exports: ContentMaker<ExportOrder.Key>
    private let watch: FolderWatch
    private let newest: Mutex<SiteRevision>
    /// Taken by who makes a revision from the one before, so that none is lost.
    private let publishing = Mutex(())
    private let generationNumber = Atomic<UInt64>(1)
    private let log: @Sendable (String) -> Void

    /// Reads the folders; `log` gets one line for each thing worth an operator's look, from any thread.
    ///
    /// Throws when the site can't start at all: no such folder, a template that does not compile.
    public init(_ configuration: SiteConfiguration, log: @escaping @Sendable (String) -> Void) throws {
        self.configuration = configuration
        basePath = SharedBytes(Array(configuration.basePath.utf8))
        self.log = log
        workshop = PictureWorkshop(keepsContent: configuration.cacheBytes > 0)
        exports = ExportOrder.maker(keepsContent: configuration.cacheBytes > 0)
        let source = try ThemeSource(templates: configuration.templatesFolder, publicFolder: configuration.publicFolder)
        let folder = DataFolder(path: configuration.dataFolder, publicPath: configuration.publicFolder)
        watch = try FolderWatch(folder) { log($0.description) }
        let snapshot = watch.snapshot
        let revision = SiteRevision(snapshot, try SiteTheme(source, images: snapshot.images))
        newest = Mutex(revision)
        watch.prepare { [weak self] snapshot in self?.publish(snapshot) }
        watch.start()
        Background.runWhenIdle { revision.compressAssets() }
    }

    /// Reads data, templates and assets again; what is broken keeps its last good state. Called on SIGHUP.
    /// Logs one line of what was read.
    public func reload() {
        Background.run { [self] in
            let theme = reloadTheme()
            let data = watch.reload() ? revision.snapshot.inNumbers : nil
            let parts = [theme, data].compactMap { $0 }
            if !parts.isEmpty { log("reloaded: " + parts.joined(separator: ", ")) }
        }
    }

    /// Ends the thread that watches the folder.
    public func stop() { watch.stop() }

    /// What was read, in numbers; nil where it is broken and the last good state stays.
    private func reloadTheme() -> String? {
        do {
            let source = try ThemeSource(
                templates: configuration.templatesFolder,
                publicFolder: configuration.publicFolder,
            )
            try publishing.withLock { _ in
                let snapshot = revision.snapshot
                publish(SiteRevision(snapshot, try SiteTheme(source, images: snapshot.images), earlier: revision))
            }
            return source.inNumbers
        } catch {
            log("\(error)")
            return nil
        }
    }

    private func publish(_ snapshot: Snapshot) {
        do {
            try publishing.withLock { _ in
                let theme = revision.theme
                let isCurrent = theme.imagesHash == snapshot.images.hash
                let made = isCurrent ? theme : try SiteTheme(theme.source, images: snapshot.images)
                publish(SiteRevision(snapshot, made, earlier: revision))
            }
        } catch {
            log("\(error)")
        }
    }

    private func publish(_ made: SiteRevision) {
        newest.withLock { $0 = made }
        generationNumber.add(1, ordering: .releasing)
        Background.runWhenIdle { made.compressAssets() }
    }

    /// Counts the revisions published so far.
    var generation: UInt64 { generationNumber.load(ordering: .acquiring) }

    /// The newest revision.
    var revision: SiteRevision { newest.withLock { $0 } }

    /// A responder for one event loop.
    public func makeResponder() -> any Responder { SiteResponder(self) }

    /// Whether there is a page that can be read.
    public var isReady: Bool {
        revision.snapshot.pages.contains { if case .unreadable = $0.content { false } else { true } }
    }

    /// What answers are counted by.
    public var routeNames: [String] { RouteName.allCases.map { "\($0)" } }
}

/// What an answer counts for in the metrics.
enum RouteName: UInt8, CaseIterable {
    case page, asset, image, export, redirect, error, other
}
