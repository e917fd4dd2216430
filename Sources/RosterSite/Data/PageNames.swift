internal import Bytes

/// Which files of a data folder are pages, and under which names.
struct PageNames {
    /// One file that is a page.
    struct Entry: Equatable, Sendable {
        /// The file's name in the folder.
        var fileName: String
        /// The page's name in NFC.
        var name: String
    }

    /// The files that are pages, in the bytewise order of the files' names.
    private(set) var entries: [Entry] = []
    /// What is odd about the names: the file and a sentence.
    private(set) var warnings: [(fileName: String, sentence: String)] = []

    /// Addresses that the site has already.
    static let endpoints: Set<String> = [
        "stretch", "images", "assets", "healthz", "livez", "readyz", "metrics", "robots", "sitemap", "favicon",
        ".well-known",
    ]
    /// Endings of exports (a page `a.json` would hide the export of the page `a`) and of files that a site has.
    private static let fileEndings: Set<Substring> = [
        "json", "csv", "vcf", "plist", "html", "htm", "xhtml", "css", "js", "mjs", "map", "xml", "txt", "md", "pdf",
        "png",
        "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "webmanifest", "speculationrules", "woff", "woff2", "gz",
        "br",
        "zip", "wasm",
    ]
    private static let endings = [".plist", ".bplist"]

    /// The pages among `fileNames`.
    init(fileNames: [String]) {
        var takenBy: [String: String] = [:]
        for fileName in fileNames.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let stem = Self.stem(of: fileName) else { continue }
            if stem.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                warnings.append((fileName, "the name has control characters: this file is left out"))
                continue
            }
            if let sentence = Self.oddity(of: fileName, stem, among: fileNames) {
                warnings.append((fileName, sentence))
            }
            var name = UnicodeText.nfc(stem)
            if Self.isEndpoint(name) {
                warnings.append((fileName, "the address /\(name) has another use: this page is at /\(name)-list"))
                name += "-list"
            }
            if let other = takenBy[UnicodeText.folded(name)] {
                warnings.append((fileName, "the address /\(name) belongs to '\(other)': this file is left out"))
                continue
            }
            takenBy[UnicodeText.folded(name)] = fileName
            entries.append(Entry(fileName: fileName, name: name))
        }
    }

    /// The name without the ending of a property list; nil for hidden files, `Site.plist` and all others.
    static func stem(of fileName: String) -> String? {
        guard !fileName.hasPrefix("."), fileName != SiteSettingsReader.fileName else { return nil }
        let lowered = fileName.lowercased()
        guard let ending = endings.first(where: { lowered.hasSuffix($0) }) else { return nil }
        let stem = String(decoding: fileName.utf8.dropLast(ending.utf8.count), as: UTF8.self)
        return stem.isEmpty ? nil : stem
    }

    private static func isEndpoint(_ name: String) -> Bool {
        let lowered = name.lowercased()
        guard let dot = lowered.lastIndex(of: ".") else { return endpoints.contains(lowered) }
        return endpoints.contains(lowered) || fileEndings.contains(lowered[lowered.index(after: dot)...])
    }

    /// What the owner of a page's file may not have meant; nil for most.
    private static func oddity(of fileName: String, _ stem: String, among fileNames: [String]) -> String? {
        let settings = SiteSettingsReader.fileName
        if fileName.lowercased() == settings.lowercased(), !fileNames.contains(settings) {
            return "this is a page like the others; did you mean '\(settings)'?"
        }
        guard stem.first?.isWhitespace == true || stem.last?.isWhitespace == true else { return nil }
        return "the name begins or ends with a space, and so does the page's address"
    }

    /// What is to be said about a file that is no page but has nearly the name of one; nil for all others.
    static func nearMiss(_ fileName: String) -> String? {
        guard !fileName.hasPrefix("."), !isRead(fileName) else { return nil }
        var meant = Substring(fileName)
        while meant.last?.isWhitespace == true { meant.removeLast() }
        if let dot = meant.lastIndex(of: "."), dot > meant.startIndex {
            let ending = meant[meant.index(after: dot)...].lowercased()
            if ending == "txt" || ending == "xml", isRead(String(meant[..<dot])) {
                meant = meant[..<dot]
            } else if ending == "xml" || isNearEnding(ending) {
                meant = meant[..<dot] + ".plist"
            }
        }
        guard meant != fileName, isRead(String(meant)) else { return nil }
        return "this is no page: its name does not end with .plist; did you mean '\(meant)'?"
    }

    private static func isRead(_ fileName: String) -> Bool {
        fileName == SiteSettingsReader.fileName || stem(of: fileName) != nil
    }

    /// Whether `ending` is a misspelling; editors' copies, `.plist~`, are none.
    private static func isNearEnding(_ ending: String) -> Bool {
        ending.utf8.count >= 4 && ending.allSatisfy { $0.isASCII && $0.isLetter }
            && !["plist", "bplist"].contains(ending) && NearestName.of(ending, among: ["plist", "bplist"]) != nil
    }
}
