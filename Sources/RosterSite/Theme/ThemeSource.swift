internal import Bytes

/// The files that pages are made with, as they lie in `Templates/` and `Public/`: read at start and at SIGHUP.
struct ThemeSource: Sendable {
    /// Templates by file name without ending.
    let templates: [String: String]
    /// One per language of `SiteLanguages`, in their order.
    let languages: [Strings]
    /// The files of `Public/` but its pictures, which the snapshot's image index brings.
    let files: [PublicFolder.File]
    /// A hash of all of it.
    let revision: UInt64

    /// A template or a strings file may be this long.
    private static let fileBytes = 1024 * 1024

    /// Reads both folders.
    init(templates folder: String, publicFolder: String) throws(ThemeError) {
        var hash = StableHash()
        var templates: [String: String] = [:]
        for name in try Self.names(in: folder, ending: ".mustache") {
            let bytes = try Self.read("\(folder)/\(name).mustache")
            hash.add(name)
            hash.add(bytes.view)
            guard bytes.view.isUTF8 else { throw ThemeError("\(folder)/\(name).mustache: error: this is not UTF-8") }
            templates[name] = bytes.view.string
        }
        var languages: [Strings] = []
        for tag in SiteLanguages.tags {
            let file = "\(folder)/Strings/\(tag).plist"
            let bytes = try Self.read(file)
            hash.add(bytes.view)
            languages.append(try Strings(language: "\(tag)", file: file, bytes: bytes))
        }
        guard let first = languages.first else { throw ThemeError("\(folder)/Strings: error: no language is known") }
        for other in languages.dropFirst() { try Self.compare(first, other, in: folder) }
        files = try PublicFolder.read(publicFolder, leaving: ["images"])
        for file in files {
            hash.add(file.path)
            hash.add(file.content.view)
        }
        self.templates = templates
        self.languages = languages
        revision = hash.value
    }

    /// What was read, for the log.
    var inNumbers: String {
        "templates: \(templates.count), languages: \(languages.count), public files: \(files.count)"
    }

    /// Every language needs every string: a missing one would show its name.
    private static func compare(_ one: Strings, _ other: Strings, in folder: String) throws(ThemeError) {
        for (strings, missing) in [
            (other, one.names.subtracting(other.names)), (one, other.names.subtracting(one.names)),
        ] {
            if let name = missing.min() {
                throw ThemeError("\(folder)/Strings/\(strings.language).plist: error: the string '\(name)' is missing")
            }
        }
    }

    private static func names(in folder: String, ending: String) throws(ThemeError) -> [String] {
        guard let names = FolderNames.list(folder) else {
            throw ThemeError("\(folder): error: the folder cannot be read")
        }
        return names.filter { !$0.hasPrefix(".") && $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .sorted()
    }

    private static func read(_ path: String) throws(ThemeError) -> SharedBytes {
        do {
            return try .contents(ofFile: path, limit: fileBytes)
        } catch {
            throw ThemeError("\(path): error: \(error)")
        }
    }
}
