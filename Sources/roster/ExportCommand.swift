internal import Bytes
internal import Glibc
internal import RosterSite

/// `roster export`: a static copy of the site.
struct ExportCommand {
    private let folder: String
    private let site: SiteConfiguration

    init(_ arguments: Arguments) throws {
        folder = arguments.operands[0]
        site = try SiteConfiguration(arguments, data: arguments.operands.dropFirst().first)
    }

    func run() throws -> Int32 {
        try makeFolder(folder)
        guard FileSystem.isEmptyFolder(folder) else { throw CommandFailure("\(folder): the folder is not empty") }
        let site = try RosterSite(site) { Console.report("roster: \($0)") }
        defer { site.stop() }
        let count = try StaticCopy(of: site).run { path, content in
            let parts = path.split(separator: "/")
            for length in 1..<max(1, parts.count) {
                try makeFolder(folder + "/" + parts.prefix(length).joined(separator: "/"))
            }
            try Console.write(content, toFile: folder + "/" + path)
        }
        try Console.write("\(count) files in \(folder)\n")
        return 0
    }

    private func makeFolder(_ path: String) throws(CommandFailure) {
        guard unsafe mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
