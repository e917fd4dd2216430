internal import RosterSite

/// `roster check`: what the owner of files should look at.
struct CheckCommand {
    private let paths: [String]
    private let publicFolder: String?

    init(_ arguments: Arguments) throws {
        paths = arguments.operands
        if let given = arguments.value("public") {
            guard FileSystem.isFolder(given) else { throw CommandFailure("--public: '\(given)' is not a folder") }
            publicFolder = given
        } else {
            publicFolder = FileSystem.folder(named: "Public")
        }
    }

    func run() throws -> Int32 {
        let isTerminal = Console.isTerminal
        var lines = ""
        func report(_ line: String, isError: Bool) {
            lines += (isTerminal ? Self.coloured(line, isError: isError) : line) + "\n"
        }
        var themeErrors = 0
        for path in paths where ThemeCheck.isThemeFolder(path) {
            guard let line = ThemeCheck.finding(templates: path, publicFolder: publicFolder ?? "Public") else {
                continue
            }
            themeErrors += 1
            report(line, isError: true)
        }
        let data = paths.filter { !ThemeCheck.isThemeFolder($0) }
        let check = DataCheck(publicPath: publicFolder)
        var progress = Progress()
        var count = check.run(data) { path in
            progress.show(path)
        } report: { finding in
            report(finding.description, isError: finding.severity == .error)
        }
        progress.clear()
        count.errors += themeErrors
        count.files += paths.count - data.count
        try Console.write(lines + "\(count)\n")
        return count.errors == 0 ? 0 : 1
    }

    /// The line with its severity in red or yellow.
    private static func coloured(_ line: String, isError: Bool) -> String {
        let word = isError ? "error:" : "warning:"
        guard let range = line.firstRange(of: " " + word) else { return line }
        let colour = isError ? "31" : "33"
        return "\(line[..<range.lowerBound]) \u{1B}[1;\(colour)m\(word)\u{1B}[0m\(line[range.upperBound...])"
    }
}

/// The file being read, on a terminal's last line, once the work has taken half a second.
private struct Progress {
    private let isShown = Console.isErrorTerminal
    private let start = ContinuousClock.now
    private var isDrawn = false

    mutating func show(_ path: String) {
        guard isShown, ContinuousClock.now - start > .milliseconds(500) else { return }
        isDrawn = true
        Console.reportInPlace("checking \(path.suffix(60))")
    }

    mutating func clear() {
        if isDrawn { Console.reportInPlace("") }
    }
}
