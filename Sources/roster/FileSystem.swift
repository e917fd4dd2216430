internal import CLinux
internal import Glibc

/// Where the program's folders are.
enum FileSystem {
    /// Whether `path` names a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether `path` names a folder with nothing in it.
    static func isEmptyFolder(_ path: String) -> Bool {
        guard let stream = unsafe opendir(path) else { return false }
        defer { unsafe closedir(stream) }
        var count = 0
        while unsafe readdir(stream) != nil { count += 1 }
        // The folder itself and the one above.
        return count <= 2
    }

    /// How many cores this process may run on.
    static var processorCount: Int { Int(clinux_processor_count()) }

    /// `name` here, else beside the program: where it was built or installed.
    static func folder(named name: String) -> String? {
        ([name] + installed.map { "\($0)/\(name)" }).first(where: isFolder)
    }

    /// `…/share/roster` of an installed program, else the package folder above `.build`.
    private static var installed: [String] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return [] }
        var parts = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: "/").map(String.init)
        parts.removeLast()
        var folders = ["/" + (parts.dropLast() + ["share", "roster"]).joined(separator: "/")]
        if let build = parts.firstIndex(of: ".build") {
            folders.append("/" + parts[..<build].joined(separator: "/"))
        }
        return folders
    }
}
