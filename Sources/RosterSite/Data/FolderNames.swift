internal import Glibc

/// The names in a folder.
enum FolderNames {
    /// More files than a site has; bounds what a folder of millions costs each time it is looked at.
    static let limit = 100_000

    /// Names in `path` but `.` and `..`, unsorted; nil if it can't be read. Names that are no UTF-8 are left out: no
    /// address can spell them.
    static func list(_ path: String) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                // Sound: the system ends the name with a zero byte inside the array.
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
