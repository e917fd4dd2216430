internal import Bytes
internal import PropertyList

/// Collects the pictures a page names, each once, and warns once about each that can't be shown.
struct IconNames {
    private let images: ImageIndex
    private var places: [String: IconTable.Index] = [:]
    private var names: [String] = []
    private var found: [ImageFile?] = []

    /// A collector that looks pictures up in `images`.
    init(images: ImageIndex) {
        self.images = images
    }

    /// The table of what was collected.
    var table: IconTable { IconTable(names: names, images: found) }

    /// The place of the picture that `member` of the dictionary at `path` names; 0 for an empty name or a value that
    /// is none.
    mutating func index(
        of member: DictionaryMember?,
        at path: PropertyListKeyPath,
        _ warnings: inout WarningLog
    ) -> IconTable.Index {
        member.map { index(of: $0.value, at: $0.path(in: path), &warnings) } ?? 0
    }

    /// The place of the picture that `value`, which lies at `path`, names; 0 for an empty name or a value that is none.
    mutating func index(
        of value: PropertyListValue,
        at path: @autoclosure () -> PropertyListKeyPath,
        _ warnings: inout WarningLog
    ) -> IconTable.Index {
        guard let text = value.text else {
            warnings.add(
                "expected the name of a picture, found \(value.kind.phrase)",
                at: value,
                path(),
                kind: "picture kind"
            )
            return 0
        }
        guard !text.isEmpty else { return 0 }
        let name = text.string
        if let place = places[name] { return place }
        let image = images.image(named: name)
        if image == nil {
            warnings.add(Self.reason(for: name), at: value, path(), kind: "missing pictures")
        }
        names.append(name)
        found.append(image)
        let place = IconTable.Index(clamping: names.count)
        places[name] = place
        return place
    }

    private static func reason(for name: String) -> String {
        let shown = "initials are shown"
        if isRemote(name) { return "picture '\(name)' is not in the data folder: \(shown)" }
        if name.split(separator: "/", omittingEmptySubsequences: false).contains("..") || name.hasPrefix("/") {
            return "picture '\(name)' is outside the image folders: \(shown)"
        }
        return "there is no picture '\(name)' in the image folders: \(shown)"
    }

    /// Whether `name` is an address rather than a name: `scheme:` or `//host`.
    static func isRemote(_ name: String) -> Bool {
        if name.hasPrefix("//") { return true }
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return name.utf8[..<colon].allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
    }
}
