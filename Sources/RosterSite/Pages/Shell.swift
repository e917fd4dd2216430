internal import Bytes
internal import Mustache

/// The names that the frame of every page offers, and where they stand in one page's schema.
struct Shell: Sendable {
    let title, site, root, home, sheet, canonical, address, day, wide: TemplateSlot
    let stale, unknown, pager, exports, json, csv, vcf, plist: TemplateSlot

    /// Declares the names.
    static func declare(_ schema: inout TemplateSchema.Builder) {
        schema.text("title", "The page's title.")
        schema.text("site", "The title of the page that `home` leads to: the site's, or a group's list.")
        schema.url("root", "The way from the page to the site's root: empty or `../`.")
        schema.url("home", "The way up: to the list of pages, or from a group to its list; empty on the first page.")
        schema.url("sheet", "The page's own style sheet, below the root; empty without.")
        schema.url("canonical", "The canonical address; empty on error pages.")
        schema.text("address", "The page's address, for print.")
        schema.text("day", "Today's date, for print.")
        schema.flag("wide", "Whether the page takes more room than a list.")
        schema.text("stale", "Since when the page could not be updated; empty while it is current.")
        schema.flag("unknown", "The address named groups that are not there.")
        schema.object("pager", Pager.schema, "Where the page is among its parts; none if there is only one.")
        schema.flag("exports", "Whether the page can be downloaded.")
        schema.url("json", "The page as JSON; empty where it has none.")
        schema.url("csv", "The page as comma-separated values; empty where it has none.")
        schema.url("vcf", "The page as vCards; empty where there are no people.")
        schema.url("plist", "The page as a property list; empty where it has none.")
    }

    init(_ schema: TemplateSchema) {
        title = schema["title"]
        site = schema["site"]
        root = schema["root"]
        home = schema["home"]
        sheet = schema["sheet"]
        canonical = schema["canonical"]
        address = schema["address"]
        day = schema["day"]
        wide = schema["wide"]
        stale = schema["stale"]
        unknown = schema["unknown"]
        pager = schema["pager"]
        exports = schema["exports"]
        json = schema["json"]
        csv = schema["csv"]
        vcf = schema["vcf"]
        plist = schema["plist"]
    }
}

/// Where a page is among its parts.
struct Pager: Sendable {
    static let schema = TemplateSchema("pager") { schema in
        schema.number("number", "The part shown, from 1.")
        schema.number("count", "How many parts there are.")
        schema.url("before", "The part before; empty on the first.")
        schema.url("after", "The part after; empty on the last.")
    }
    static let number = schema["number"]
    static let count = schema["count"]
    static let before = schema["before"]
    static let after = schema["after"]

    /// How many parts `items` things make, `size` each: at least one.
    static func count(of items: Int, by size: Int) -> Int { max(1, (items + size - 1) / size) }
}

/// What a page's values were filled for.
enum FilledPage {
    case record(TemplateRecord)
    /// The address asked for a part after the last one.
    case pastEnd(pages: Int)
}
