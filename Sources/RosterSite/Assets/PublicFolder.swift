internal import Bytes

/// The files of `Public/`, read once at start and at SIGHUP.
struct PublicFolder {
    /// A file below the folder.
    struct File {
        /// `images/me.png`
        let path: String
        let content: SharedBytes
        /// When it was written, in seconds since 1970.
        let modified: Int
    }

    /// One file may be this long: it is kept in memory.
    static let fileBytes = 16 * 1024 * 1024
    /// Deeper folders are not looked into: a link could lead in a circle.
    private static let depth = 8

    /// The files in the bytewise order of their paths; hidden ones and folders named in `leaving` are left out.
    static func read(_ folder: String, leaving: Set<String> = []) throws(ThemeError) -> [File] {
        var files: [File] = []
        try walk(folder, below: "", depth: depth, leaving: leaving, into: &files)
        return files.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
    }

    private static func walk(
        _ folder: String,
        below prefix: String,
        depth: Int,
        leaving: Set<String>,
        into files: inout [File],
    ) throws(ThemeError) {
        guard let names = FolderNames.list(folder) else {
            throw ThemeError("\(folder): error: the folder cannot be read")
        }
        for name in names where !name.hasPrefix(".") {
            let path = prefix + name
            do {
                let modified = FileIdentity(path: "\(folder)/\(name)")?.modifiedSeconds ?? 0
                let content = try SharedBytes.contents(ofFile: "\(folder)/\(name)", limit: fileBytes)
                files.append(File(path: path, content: content, modified: modified))
            } catch FileError.isFolder {
                guard depth > 0, !leaving.contains(path) else { continue }
                try walk("\(folder)/\(name)", below: path + "/", depth: depth - 1, leaving: leaving, into: &files)
            } catch {
                throw ThemeError("\(folder)/\(name): error: \(error)")
            }
        }
    }
}
