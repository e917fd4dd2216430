internal import Bytes
internal import PropertyList

/// Makes the content of a page of a property list, whatever its shape.
struct ShapeReader {
    /// What was made.
    struct Result {
        /// The page's content.
        var content: Page.Content
        /// The pictures it names.
        var icons: IconTable
        /// What the owner should look at.
        var warnings: [PropertyListWarning]
    }

    /// The name of a group that the file does not name: the page's own.
    let pageName: String
    var warnings = WarningLog()
    var icons: IconNames

    private init(pageName: String, images: ImageIndex) {
        self.pageName = pageName
        icons = IconNames(images: images)
    }

    /// Reads `document`, the file of the page `pageName`, whose pictures are in `images`.
    static func read(_ document: PropertyList, pageName: String, images: ImageIndex) -> Result {
        var reader = ShapeReader(pageName: pageName, images: images)
        let content = reader.content(of: document)
        return Result(
            content: content,
            icons: reader.icons.table,
            warnings: document.warnings + reader.warnings.all()
        )
    }

    private mutating func content(of document: PropertyList) -> Page.Content {
        switch RootShape.of(document.root) {
        case .groups(let items):
            warnAboutLeftOvers(of: items)
            return .friendList(friendList(of: items))
        case .friends(let items):
            warnAboutLeftOvers(of: items)
            return .friendList(singleGroup(of: items))
        case .products(let items):
            warnAboutLeftOvers(of: items)
            return .productGrid(productGrid(of: items))
        case .productRows(let items):
            warnAboutLeftOvers(of: items)
            return .productGrid(productGrid(ofRows: items))
        case .messages(let items):
            warnAboutLeftOvers(of: items)
            return .chat(chat(of: items))
        case .outline:
            return .outline(OutlineBuilder.outline(of: document))
        }
    }

    private mutating func warnAboutLeftOvers(of items: RootItems) {
        for (key, value) in items.leftOver {
            warnings.add(
                "unknown key '\(key)' beside the list",
                at: value,
                PropertyListKeyPath().appending(key: key),
                kind: "left over"
            )
        }
    }

    /// The text of a member where a string is due: numbers and dates are taken as they are written.
    mutating func text(
        _ member: DictionaryMember?,
        _ what: StaticString,
        at path: PropertyListKeyPath,
        into scratch: inout OutputBuffer
    ) -> ByteView {
        guard let member else { return .empty }
        if let text = member.value.text { return text }
        scratch.removeAll()
        ScalarText.append(member.value, to: &scratch)
        if ![.integer, .real, .date].contains(member.value.kind) {
            warnings.add(
                "expected a string for \(what), found \(member.value.kind.phrase)",
                at: member.value,
                member.path(in: path),
                kind: "kind of \(what)"
            )
        }
        return scratch.view
    }

    /// A truth; false with a warning for a value that is none.
    mutating func flag(_ member: DictionaryMember?, at path: PropertyListKeyPath) -> Bool {
        guard let member else { return false }
        if let flag = ScalarText.flag(member.value) { return flag }
        warnings.add(
            "expected true or false, found \(ScalarText.found(member.value))",
            at: member.value,
            member.path(in: path),
            kind: "flag kind"
        )
        return false
    }

    /// The checked address of a link; none and a warning for one that pages must not link to.
    mutating func link(_ member: DictionaryMember?, at path: PropertyListKeyPath) -> ByteView {
        guard let member else { return .empty }
        if let text = member.value.text, text.isEmpty || LinkAddress.isAllowed(text) { return text }
        warnings.add(
            "expected an address with https:, http:, mailto: or tel:, or a path, found \(ScalarText.found(member.value)): "
                + "left out",
            at: member.value,
            member.path(in: path),
            kind: "address"
        )
        return .empty
    }
}
