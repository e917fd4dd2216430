internal import Bytes
internal import PropertyList

/// A form in which the data of a page can be taken along.
enum ExportFormat: String, Sendable, CaseIterable {
    case json, csv, vcf, plist

    /// The media type with its charset, as `Content-Type` wants it.
    var mediaType: StaticString {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        case .vcf: "text/vcard; charset=utf-8"
        case .plist: "application/x-plist"
        }
    }

    /// What `Content-Disposition` says: a name in plain ASCII, and the real one for whoever reads RFC 8187.
    ///
    /// The name is the page's with the format's ending; quotes, slashes, controls and all beyond ASCII become `_`.
    func contentDisposition(pageName: ByteView) -> String {
        var plain = ""
        for byte in pageName.string.utf8.prefix(Self.longestName) {
            let isSafe = ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_. ".utf8.contains(byte)
            plain.unicodeScalars.append(isSafe ? Unicode.Scalar(byte) : "_")
        }
        // A leading dot would hide the file.
        if plain.isEmpty || plain.hasPrefix(".") { plain = "_" + plain }
        let encoded = PercentEncoding.pathSegment(pageName.string)
        return "attachment; filename=\"\(plain).\(rawValue)\"; filename*=UTF-8''\(encoded).\(rawValue)"
    }

    /// File systems stop at 255 bytes.
    private static let longestName = 200
}

extension Page {
    /// Whether the page can be taken along as `format`: lists in all, grids, chats and outlines in all but `vcf`.
    func exports(as format: ExportFormat) -> Bool {
        switch content {
        case .friendList: true
        case .productGrid, .chat, .outline: format != .vcf
        case .unreadable: false
        }
    }

    /// Appends the page's data as `format`; nothing if it does not export so.
    ///
    /// `selection`, from `select` with `SelectionWindow.everything`, leaves the other friends of a list out.
    func export(as format: ExportFormat, selection: [GroupSelection]? = nil, into buffer: inout OutputBuffer) {
        switch content {
        case .friendList(let list):
            let groups = selection ?? list.everything
            switch format {
            case .csv: FriendTable(list: list, icons: icons, groups: groups).write(into: &buffer)
            case .vcf: CardExport(list: list, pageName: name, groups: groups).write(into: &buffer)
            case .json, .plist:
                Self.write(FriendListExport(list: list, icons: icons, groups: groups), as: format, &buffer) { _ in }
            }
        case .productGrid(let grid):
            let export = ProductExport(grid: grid, icons: icons)
            Self.write(export, as: format, &buffer, table: export.writeTable)
        case .chat(let chat):
            let export = ChatExport(chat: chat, icons: icons)
            Self.write(export, as: format, &buffer, table: export.writeTable)
        case .outline(let outline):
            Self.write(outline.document.root, as: format, &buffer, table: OutlineTable(outline: outline).write)
        case .unreadable: break
        }
    }

    private static func write(
        _ value: some ExportedValue,
        as format: ExportFormat,
        _ buffer: inout OutputBuffer,
        table: (inout OutputBuffer) -> Void
    ) {
        switch format {
        case .json: value.writeJSON(into: &buffer)
        case .plist: value.writeXML(into: &buffer)
        case .csv: table(&buffer)
        case .vcf: break
        }
    }
}

extension FriendList {
    /// All friends, group by group.
    var everything: [GroupSelection] {
        groups.indices.map { index in
            GroupSelection(group: index, count: groups[index].total, friends: Array(groups[index].friends))
        }
    }
}
