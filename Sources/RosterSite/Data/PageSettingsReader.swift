internal import Bytes
internal import PropertyList

/// Reads what `Site.plist` says about one page.
struct PageSettingsReader {
    private(set) var settings = PageSettings()
    private(set) var log: WarningLog
    private let images: ImageIndex

    private static let keys = ["name", "order", "title", "theme", "columns", "headerHeight", "rowHeight", "bubbles"]

    /// A header must hold a line of text and a finger, and leave room for rows.
    private static let headerHeights = 24...200
    /// A row must hold an avatar; 50 is the least the design knows.
    private static let rowHeights = 44...400

    /// A reader for a page that stands at `order` of the array of pages; nil where there is no array.
    init(order: Int?, images: ImageIndex, log: WarningLog) {
        settings.order = order
        self.images = images
        self.log = log
    }

    /// Reads the dictionary `page`.
    mutating func read(_ page: PropertyListValue, at path: PropertyListKeyPath) {
        for (key, value) in page.entries {
            let place = path.appending(key: key.string)
            switch key.string {
            case "name": break
            case "order": settings.order = log.number(value, in: -1_000_000...1_000_000, at: place) ?? settings.order
            case "title": settings.title = log.string(value, at: place)
            case "theme": readTheme(value, at: place)
            case "columns": readColumns(value, at: place)
            case "headerHeight": settings.headerHeight = log.number(value, in: Self.headerHeights, at: place)
            case "rowHeight": settings.rowHeight = log.number(value, in: Self.rowHeights, at: place)
            case "bubbles": readBubbles(value, at: place)
            case let other: log.unknownSetting(other, among: Self.keys, value, at: place)
            }
        }
    }

    private mutating func readTheme(_ value: PropertyListValue, at path: PropertyListKeyPath) {
        let names = Theme.allCases.map(\.rawValue)
        if let name = log.choice(value, of: names, at: path), let theme = Theme(rawValue: name) {
            settings.theme = theme
        }
    }

    private mutating func readColumns(_ value: PropertyListValue, at path: PropertyListKeyPath) {
        if value.text == ByteView("auto") {
            settings.columns = .automatic
        } else if let count = log.number(value, in: 1...12, at: path, or: "auto") {
            settings.columns = .fixed(count)
        }
    }

    private mutating func readBubbles(_ value: PropertyListValue, at path: PropertyListKeyPath) {
        guard value.kind == .dictionary else {
            return log.add(
                "expected a dictionary with 'mine' and 'theirs', found \(value.kind.phrase)",
                at: value,
                path,
                kind: "bubbles"
            )
        }
        for (key, side) in value.entries {
            let place = path.appending(key: key.string)
            switch key.string {
            case "mine": readBubble(side, at: place, image: \.mine, caps: \.mineCaps)
            case "theirs": readBubble(side, at: place, image: \.theirs, caps: \.theirsCaps)
            case let other: log.unknownSetting(other, among: ["mine", "theirs"], side, at: place)
            }
        }
    }

    /// The name of a picture, or a dictionary with `image` and caps.
    private mutating func readBubble(
        _ value: PropertyListValue,
        at path: PropertyListKeyPath,
        image: WritableKeyPath<PageSettings.Bubbles, String>,
        caps: WritableKeyPath<PageSettings.Bubbles, Caps?>
    ) {
        if let name = value.text {
            if let found = bubble(name.string, value, at: path, instead: settings.bubbles[keyPath: image]) {
                settings.bubbles[keyPath: image] = found
            }
            return
        }
        guard value.kind == .dictionary else {
            return log.add(
                "expected the name of a picture or a dictionary with 'image', found \(value.kind.phrase)",
                at: value,
                path,
                kind: "bubble"
            )
        }
        if let inner = value["image"] {
            let place = path.appending(key: "image")
            guard let name = log.string(inner, at: place),
                let found = bubble(name, inner, at: place, instead: settings.bubbles[keyPath: image])
            else { return }
            settings.bubbles[keyPath: image] = found
        }
        let file = images.image(named: settings.bubbles[keyPath: image])
        settings.bubbles[keyPath: caps] = CapsReader.read(value, of: file, alsoKnown: ["image"], at: path, &log)
    }

    /// `name` if a bubble can be made of that picture; else nil and a warning.
    private mutating func bubble(
        _ name: String,
        _ value: PropertyListValue,
        at path: PropertyListKeyPath,
        instead standard: String
    ) -> String? {
        guard name != standard else { return name }
        guard let file = images.image(named: name) else {
            log.missingPicture(name, in: images, "'\(standard)' is used", at: value, path)
            return nil
        }
        guard file.width > 0 else {
            log.add(
                "the size of the picture '\(name)' is unknown: '\(standard)' is used",
                at: value,
                path,
                kind: "bubble size"
            )
            return nil
        }
        return name
    }
}
