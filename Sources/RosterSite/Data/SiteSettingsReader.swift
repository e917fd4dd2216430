internal import Bytes
internal import PropertyList

/// Reads `Site.plist`: every key is checked, and what is wrong with one loses only that one.
struct SiteSettingsReader {
    /// The file in the data folder that is no page.
    static let fileName = "Site.plist"

    private var settings = SiteSettings()
    private var log = WarningLog()
    private let images: ImageIndex

    /// The settings that `document` gives, and what is odd in it; pictures are looked up in `images`.
    static func read(
        _ document: PropertyList,
        images: ImageIndex
    ) -> (settings: SiteSettings, warnings: [PropertyListWarning]) {
        var reader = SiteSettingsReader(images: images)
        reader.readRoot(document.root)
        return (reader.settings, document.warnings + reader.log.all())
    }

    private mutating func readRoot(_ root: PropertyListValue) {
        let path = PropertyListKeyPath()
        guard root.kind == .dictionary else {
            return log.add(
                "expected a dictionary of settings, found \(root.kind.phrase)",
                at: root,
                path,
                kind: "root"
            )
        }
        for (key, value) in root.entries {
            let place = path.appending(key: key.string)
            switch key.string {
            case "title": settings.title = text(value, at: place)
            case "language": settings.language = language(value, at: place)
            case "pages": readPages(value, at: place)
            case "images": readImages(value, at: place)
            case let other: unknown(other, among: ["title", "language", "pages", "images"], value, at: place)
            }
        }
    }

    /// `auto` is nil: the reader's own choice counts.
    private mutating func language(_ value: PropertyListValue, at path: PropertyListKeyPath) -> String? {
        choice(value, of: ["zh-Hans", "en", "auto"], at: path).flatMap { $0 == "auto" ? nil : $0 }
    }

    /// An array of dictionaries with `name`, whose order is the site's; or a dictionary by page name.
    private mutating func readPages(_ value: PropertyListValue, at path: PropertyListKeyPath) {
        switch value.kind {
        case .array:
            for (index, page) in value.elements.enumerated() {
                let place = path.appending(index: index)
                guard page.kind == .dictionary, let name = page["name"]?.text, !name.isEmpty else {
                    log.add("expected a dictionary with the 'name' of a page", at: page, place, kind: "page name")
                    continue
                }
                readPage(page, name: name.string, order: index, at: place)
            }
        case .dictionary:
            for (name, page) in value.entries {
                let place = path.appending(key: name.string)
                guard page.kind == .dictionary else {
                    log.add(
                        "expected a dictionary of a page's settings, found \(page.kind.phrase)",
                        at: page,
                        place,
                        kind: "page kind"
                    )
                    continue
                }
                readPage(page, name: name.string, order: nil, at: place)
            }
        default:
            log.add(
                "expected an array or a dictionary of pages, found \(value.kind.phrase)",
                at: value,
                path,
                kind: "pages"
            )
        }
    }

    private mutating func readPage(_ page: PropertyListValue, name: String, order: Int?, at path: PropertyListKeyPath) {
        let name = UnicodeText.nfc(name)
        if settings.pages[name] != nil {
            log.add("page '\(name)' is set twice: the later one counts", at: page, path, kind: "page twice")
        }
        var reader = PageSettingsReader(order: order, images: images, log: log)
        reader.read(page, at: path)
        settings.pages[name] = reader.settings
        log = reader.log
    }

    /// Caps by the name of a picture.
    private mutating func readImages(_ value: PropertyListValue, at path: PropertyListKeyPath) {
        guard value.kind == .dictionary else {
            return log.add(
                "expected a dictionary of pictures, found \(value.kind.phrase)",
                at: value,
                path,
                kind: "images"
            )
        }
        for (name, image) in value.entries {
            let place = path.appending(key: name.string)
            let file = images.image(named: name.string)
            // Those that Roster brings along are not everywhere: a check may have no Public folder.
            if file == nil, SiteSettings.standardCaps[name.string] == nil {
                log.missingPicture(name.string, in: images, "these caps are of no use", at: image, place)
            }
            if let caps = CapsReader.read(image, of: file, at: place, &log) {
                // As pictures are looked up: the ending and the scale may be written too.
                settings.caps[file?.name ?? name.string] = caps
            }
        }
    }

    private mutating func text(_ value: PropertyListValue, at path: PropertyListKeyPath) -> String? {
        log.string(value, at: path)
    }

    private mutating func choice(_ value: PropertyListValue, of names: [String], at path: PropertyListKeyPath)
        -> String?
    {
        log.choice(value, of: names, at: path)
    }

    private mutating func unknown(
        _ key: String,
        among known: [String],
        _ value: PropertyListValue,
        at path: PropertyListKeyPath
    ) {
        log.unknownSetting(key, among: known, value, at: path)
    }
}
