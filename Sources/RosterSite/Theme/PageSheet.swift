internal import Bytes

/// The style sheet of a single page: what `Site.plist` says in numbers, which the policy keeps out of the markup.
///
/// Served as `assets/HASH/page-NAME.css`. Pages that need none have none.
enum PageSheet {
    /// The sheet of `page`, or nil.
    static func asset(of page: Page, _ snapshot: Snapshot, _ assets: AssetTable) -> Asset? {
        let text = rules(for: page, snapshot, assets)
        guard !text.isEmpty else { return nil }
        let content = SharedBytes(Array(text.utf8))
        let hash = StableHash.of(content.view)
        return Asset(path: "page-\(page.name.string).css", hash: hash, contentHash: hash, content: content)
    }

    /// What the sheet of `page` says; empty if it needs none.
    static func rules(for page: Page, _ snapshot: Snapshot, _ assets: AssetTable) -> String {
        switch page.content {
        case .friendList: heights(page.settings)
        case .chat: bubbles(page.settings.bubbles, snapshot, assets)
        default: ""
        }
    }

    private static func heights(_ settings: PageSettings) -> String {
        var rules = ""
        // The grey header is lower than the others: what is scrolled to must keep clear of it, no more and no less.
        let ownHeight = settings.theme == .grey ? settings.theme.headerHeight : nil
        if let height = settings.headerHeight ?? ownHeight { rules += ":root,.list{--head:\(height)px}\n" }
        if let height = settings.rowHeight { rules += ".list{--row:\(height)px}\n" }
        return rules
    }

    private static func bubbles(_ bubbles: PageSettings.Bubbles, _ snapshot: Snapshot, _ assets: AssetTable) -> String {
        rule(".to", bubbles.mine, bubbles.mineCaps, snapshot, assets)
            + rule(".from", bubbles.theirs, bubbles.theirsCaps, snapshot, assets)
    }

    private static func rule(_ part: String, _ name: String, _ caps: Caps?, _ snapshot: Snapshot, _ assets: AssetTable)
        -> String
    {
        guard let image = snapshot.images.image(named: name), image.width > 0 else { return "" }
        let wanted = caps.flatMap { $0.fit(image) ? $0 : nil }
        let caps = wanted ?? snapshot.settings.caps(of: image) ?? .stretchable(left: 0, top: 0)
        var rules = "\(part)::before{\(BorderImage(image, caps, assets).declarations)}\n"
        let box = BorderImage.slices(of: image, caps)
        rules += "\(part){min-inline-size:\(box.left + box.right + 1)px;min-block-size:\(box.top + box.bottom + 1)px}\n"
        if let dark = snapshot.images.image(named: name + "_dark") {
            let declarations = BorderImage(dark, caps, assets).declarations
            rules +=
                "@media (prefers-color-scheme:dark){\(part){color:#fff}\(part)::before{filter:none;\(declarations)}}\n"
        }
        return rules
    }
}

/// CSS that draws what the caps say, with the browser's own means.
struct BorderImage {
    /// The caps of a picture in its own points.
    struct Slices: Equatable {
        var top, right, bottom, left: Double
    }

    let declarations: String

    /// Draws `image`; `toRoot` leads from the style sheet to the site's root.
    init(_ image: ImageFile, _ caps: Caps, _ assets: AssetTable, toRoot: String = "../../") {
        let sources = image.variants.compactMap { variant in
            assets.address(ofImage: variant).map { "url(\(toRoot)\($0)) \(variant.scale)x" }
        }
        let slices = Self.slices(of: image, caps)
        let (top, right) = (Self.number(slices.top), Self.number(slices.right))
        let (bottom, left) = (Self.number(slices.bottom), Self.number(slices.left))
        let repeats = if case .tiled = caps { "repeat" } else { "stretch" }
        declarations = """
            border-image:image-set(\(sources.joined(separator: ","))) \(top) \(right) \(bottom) \(left) fill/\
            \(top)px \(right)px \(bottom)px \(left)px \(repeats)
            """
    }

    /// The four slices that `caps` make of `image`: what is left of a stretchable axis is one point.
    static func slices(of image: ImageFile, _ caps: Caps) -> Slices {
        switch caps {
        case .stretchable(let left, let top):
            let (left, top) = (left.rounded(.towardZero), top.rounded(.towardZero))
            return Slices(
                top: top,
                right: left > 0 ? max(0, Double(image.width) - left - 1) : 0,
                bottom: top > 0 ? max(0, Double(image.height) - top - 1) : 0,
                left: left,
            )
        case .tiled(let top, let left, let bottom, let right), .stretched(let top, let left, let bottom, let right):
            return Slices(top: top, right: right, bottom: bottom, left: left)
        }
    }

    /// A number as CSS writes it: no exponent, no needless fraction.
    static func number(_ value: Double) -> String {
        let thousandths = Int((min(max(value, 0), 100_000) * 1000).rounded())
        var fraction = String(thousandths % 1000 + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(thousandths / 1000) : "\(thousandths / 1000).\(fraction)"
    }
}
