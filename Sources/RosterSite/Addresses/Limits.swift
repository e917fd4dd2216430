/// What addresses and pages are bounded by. See docs/addresses.md.
enum Limits {
    /// Old proxies and browsers cut addresses near 2,000 bytes; a longer query is refused with 414.
    static let queryBytes = 2048
    /// What a link of ours may be long: a path and a host still fit below 2,000 bytes.
    static let emittedQueryBytes = 1900
    /// Text that is searched for; the rest is passed over. 200 bytes are 66 Chinese characters.
    static let searchBytes = 200
    /// Sections of a list on one page.
    static let sectionsOnPage = 100
    /// Rows of one group in the list, and on one page of the group.
    static let rowsOfGroup = 200
    /// Digits of a page or section number: more cannot name anything.
    static let numberDigits = 9
    /// Messages on one page of a chat.
    static let messagesOnPage = 500
    /// Values of an outline on one page, all open sections together.
    static let outlineRows = 5000
    /// How many columns of a grid may be asked for.
    static let columns = 1...12
    /// Products on one page of a grid.
    static let productsOnPage = 40
}
