internal import Glibc

/// The names in a folder.
struct FolderNames {
    /// More files than a site has; bounds what a folder of millions costs each time it is looked at.
    static let limit = 100_000

    /// Names but `.` and `..`, unsorted.
    private(set) var names: [String] = []
    /// Names that are no UTF-8, which no address can spell: what is wrong in them is U+FFFD here.
    private(set) var repairedNames: [String] = []

    /// What is in `path`; nil if it can't be read.
    init?(_ path: String) {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        while names.count + repairedNames.count < Self.limit, let entry = unsafe readdir(folder) {
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                // Sound: the system ends the name with a zero byte inside the array.
                let bytes = unsafe bytes.prefix { $0 != 0 }
                if let name = unsafe String(validating: bytes, as: UTF8.self) {
                    if name != ".", name != ".." { names.append(name) }
                } else {
                    repairedNames.append(unsafe String(decoding: bytes, as: UTF8.self))
                }
            }
        }
    }

    /// Names in `path` that are UTF-8, unsorted; nil if it can't be read.
    static func list(_ path: String) -> [String]? { FolderNames(path)?.names }
}
