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
        "stretch", "images", "assets", "healthz", "readyz", "metrics", "robots", "robots.txt", "sitemap", "sitemap.xml",
        "favicon", "favicon.ico", ".well-known",
    ]
    /// Endings of exports: a page `a.json` would hide the export of the page `a`.
    private static let exportEndings = [".json", ".csv", ".vcf", ".plist"]
    private static let endings = [".plist", ".bplist"]

    /// The pages among `fileNames`.
    init(fileNames: [String]) {
        var takenBy: [String: String] = [:]
        for fileName in fileNames.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let stem = Self.stem(of: fileName) else { continue }
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
        return endpoints.contains(lowered) || exportEndings.contains { lowered.hasSuffix($0) }
    }
}
