internal import RosterSite

extension SiteConfiguration {
    /// The site that the options describe; `data` is the folder named on the command line.
    init(_ arguments: Arguments, data: String?) throws {
        self.init(
            dataFolder: try Self.folder("Data", given: data, as: "the data folder"),
            templatesFolder: try Self.folder("Templates", option: "templates", arguments),
            publicFolder: try Self.folder("Public", option: "public", arguments),
        )
        basePath = try Self.basePath(arguments)
        let language = try arguments.choice("language", of: Language.allCases.map(\.rawValue))
        self.language = language.flatMap(Language.init) ?? .auto
    }

    private static func folder(_ name: String, option: String, _ arguments: Arguments) throws -> String {
        try folder(name, given: arguments.value(option), as: arguments.spelling(of: option))
    }

    private static func folder(_ name: String, given path: String?, as role: String) throws -> String {
        if let path {
            guard FileSystem.isFolder(path) else { throw CommandFailure("\(role): '\(path)' is not a folder") }
            return path
        }
        guard let found = FileSystem.folder(named: name) else {
            throw CommandFailure("\(role): there is no folder '\(name)' here; name one")
        }
        return found
    }

    /// The base path in its one form: empty, or `/people` without a final slash.
    private static func basePath(_ arguments: Arguments) throws(UsageError) -> String {
        let text = arguments.value("base-path") ?? ""
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        if text.isEmpty || text == "/" { return "" }
        let inner = segments.dropFirst(text.hasPrefix("/") ? 1 : 0).dropLast(text.hasSuffix("/") ? 1 : 0)
        let isGood = inner.allSatisfy { segment in
            !segment.isEmpty && segment != "." && segment != ".." && segment.utf8.allSatisfy(isPathByte)
        }
        guard text.hasPrefix("/"), !inner.isEmpty, isGood else {
            throw arguments.badValue(text, for: "base-path", expected: "a path such as /people")
        }
        return "/" + inner.joined(separator: "/")
    }

    /// Letters, digits and `-._~`: what a path holds without percent-encoding (RFC 3986 §2.3).
    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
        }
    }
}
