/// What `Site.plist` says about the whole site; the defaults without it.
struct SiteSettings: Sendable, Equatable {
    /// The site's name; nil for the one of the strings file.
    var title: String?
    /// The language every reader gets, or nil: the reader's own choice counts.
    var language: String?
    /// What is said about single pages, by page name.
    var pages: [String: PageSettings] = [:]
    /// Caps of pictures by name, used where an address of a stretched picture gives none.
    var caps: [String: Caps] = SiteSettings.standardCaps

    /// The caps of `image` where an address gives none; nil: none are known for its name.
    ///
    /// An owner's picture may have the name of one that Roster brings along and be too small for its caps: then it
    /// stretches at its middle, as pictures of that kind are drawn to.
    func caps(of image: ImageFile) -> Caps? {
        caps[image.name].map { $0.fit(image) ? $0 : $0.centred(in: image) }
    }

    /// The caps of the pictures that Roster brings along.
    static let standardCaps: [String: Caps] = [
        "chatfrom_bg_normal": .stretchable(left: 27, top: 27),
        "chatto_bg_normal": .stretchable(left: 27, top: 27),
        "buddy_header_bg": .stretchable(left: 10, top: 0),
        "buddy_header_bg_highlighted": .stretchable(left: 10, top: 0),
    ]
}

/// What `Site.plist` says about one page; the defaults without it.
struct PageSettings: Sendable, Equatable {
    /// Pages are listed by rising order, those without after them, each by name.
    var order: Int?
    /// The page's title; nil for its name.
    var title: String?
    /// How a friend list looks.
    var theme: Theme = .classic
    /// Columns of a product grid when the address names none.
    var columns: Columns = .fixed(5)
    /// The height of a group's header in CSS pixels; nil for the theme's.
    var headerHeight: Int?
    /// The least height of a row in CSS pixels; nil for 50.
    var rowHeight: Int?
    /// The bubbles of a chat.
    var bubbles = Bubbles()

    /// How many columns a product grid has.
    enum Columns: Sendable, Equatable {
        /// As many as fit.
        case automatic
        /// 1 to 12.
        case fixed(Int)
    }

    /// The pictures behind a chat's messages.
    struct Bubbles: Sendable, Equatable {
        /// Behind the reader's own messages.
        var mine = "chatto_bg_normal"
        /// Behind the others' messages.
        var theirs = "chatfrom_bg_normal"
        /// Caps for `mine`; nil for the picture's.
        var mineCaps: Caps?
        /// Caps for `theirs`; nil for the picture's.
        var theirsCaps: Caps?
    }
}

/// How a friend list looks.
enum Theme: String, Sendable, CaseIterable {
    case classic, grey, orange

    /// The height of a header in CSS pixels where the owner gives none.
    var headerHeight: Int { self == .grey ? 40 : 44 }
}

/// Which parts of a picture stay as they are when it is stretched, in points.
enum Caps: Sendable, Equatable {
    /// `stretchableImageWithLeftCapWidth:topCapHeight:`
    case stretchable(left: Double, top: Double)
    /// `resizableImageWithCapInsets:resizingMode:`, repeated in tiles.
    case tiled(top: Double, left: Double, bottom: Double, right: Double)
    /// `resizableImageWithCapInsets:resizingMode:`, stretched.
    case stretched(top: Double, left: Double, bottom: Double, right: Double)

    /// Caps that keep all but the middle point, on each axis that `self` is too long for.
    func centred(in image: ImageFile) -> Caps {
        guard case .stretchable(let left, let top) = self else { return .stretchable(left: 0, top: 0) }
        let known = image.variants.filter { $0.pixelWidth > 0 && $0.pixelHeight > 0 }
        func middle(_ cap: Double, _ pixels: (ImageFile.Variant) -> Int) -> Double {
            let points = known.map { pixels($0) / $0.scale }.min() ?? 0
            let isTooLong = cap >= 1 && Int(cap) + 1 > points
            return isTooLong ? Double(max(0, (points - 1) / 2)) : cap
        }
        return .stretchable(left: middle(left, \.pixelWidth), top: middle(top, \.pixelHeight))
    }

    /// Whether every file of `image` whose size is known is large enough for the caps.
    func fit(_ image: ImageFile) -> Bool {
        image.variants.allSatisfy { variant in
            guard variant.pixelWidth > 0, variant.pixelHeight > 0 else { return true }
            let scale = Double(variant.scale)
            let (width, height) = (Double(variant.pixelWidth), Double(variant.pixelHeight))
            switch self {
            case .stretchable(let left, let top):
                // Behind each cap one point is left to stretch.
                return [(left, width), (top, height)].allSatisfy { cap, length in
                    cap < 1 || (cap.rounded(.towardZero) + 1) * scale <= length
                }
            case .tiled(let top, let left, let bottom, let right), .stretched(let top, let left, let bottom, let right):
                return [(left, right, width), (top, bottom, height)].allSatisfy { first, last, length in
                    (first * scale).rounded() + (last * scale).rounded() <= length
                }
            }
        }
    }
}
