internal import Bytes
internal import PropertyList

/// Reads what `Site.plist` says about one page.
struct PageSettingsReader {
    private(set) var settings = PageSettings()
    private(set) var log: WarningLog

    private static let keys = ["name", "order", "title", "theme", "columns", "headerHeight", "rowHeight", "bubbles"]

    /// A header must hold a line of text and a finger, and leave room for rows.
    private static let headerHeights = 24...200
    /// A row must hold an avatar; 50 is the least the design knows.
    private static let rowHeights = 44...400

    /// A reader for a page that stands at `order` of the array of pages; nil where there is no array.
    init(order: Int?, log: WarningLog) {
        settings.order = order
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
            settings.bubbles[keyPath: image] = name.string
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
        if let name = value["image"].flatMap({ log.string($0, at: path.appending(key: "image")) }) {
            settings.bubbles[keyPath: image] = name
        }
        settings.bubbles[keyPath: caps] = CapsReader.read(value, alsoKnown: ["image"], at: path, &log)
    }
}
