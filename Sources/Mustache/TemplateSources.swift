internal import Bytes
internal import Glibc

/// The text of a folder's templates, by name: what libraries and dynamic templates are compiled from.
public struct TemplateSources: Sendable {
    let texts: [SourceText]

    /// Larger than any page; bounds what a mistaken path can read.
    static let fileBytes = 4 * 1024 * 1024
    /// Folders within folders.
    private static let depth = 8
    private static let ending = ".mustache"

    /// No templates.
    public static let none = TemplateSources([:])

    /// Templates by name; messages call each `NAME.mustache`.
    public init(_ sources: [String: String]) {
        texts = sources.map { SourceText(name: $0, file: $0 + Self.ending, bytes: Array($1.utf8)) }
    }

    /// Every file of `folder` and its folders that ends in `.mustache` and is not hidden. The name is the path in the folder
    /// without the ending, `parts/row`. Throws for a folder or file that cannot be read and for text that is not UTF-8.
    public init(folder: String) throws(TemplateError) {
        var texts: [SourceText] = []
        try Self.read(folder, prefix: "", depth: 0, &texts)
        self.texts = texts.sorted { $0.name < $1.name }
    }

    /// The one template at `path`, called by its path.
    public init(file path: String) throws(TemplateError) {
        texts = [SourceText(name: path, file: path, bytes: try Self.bytes(of: path))]
    }

    /// The names of the templates, sorted.
    public var names: [String] { texts.map(\.name).sorted() }

    /// A number that changes when any template does (64-bit FNV-1a over names and texts): part of a page's ETag.
    public var revision: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func feed(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for text in texts.sorted(by: { $0.name < $1.name }) {
            for byte in text.name.utf8 { feed(byte) }
            feed(0)
            for byte in text.bytes { feed(byte) }
            feed(0)
        }
        return hash
    }

    private static func read(
        _ folder: String,
        prefix: String,
        depth: Int,
        _ texts: inout [SourceText],
    ) throws(TemplateError) {
        guard depth < Self.depth else { throw error(folder, "folders nest more than \(Self.depth) deep") }
        for entry in try entries(of: folder) {
            let path = folder + "/" + entry
            if isFolder(path) {
                try read(path, prefix: prefix + entry + "/", depth: depth + 1, &texts)
            } else if entry.hasSuffix(ending), entry.utf8.count > ending.utf8.count {
                let name = prefix + entry.dropLast(ending.count)
                texts.append(SourceText(name: name, file: path, bytes: try bytes(of: path)))
            }
        }
    }

    private static func entries(of folder: String) throws(TemplateError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            throw error(folder, "cannot be read: \(FileError.refused(call: "opendir", code: errno))")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let end = unsafe bytes.firstIndex(of: 0) ?? bytes.count
                return unsafe String(decoding: bytes[..<end], as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The bytes of a file of UTF-8.
    static func bytes(of path: String) throws(TemplateError) -> [UInt8] {
        let contents: SharedBytes
        do throws(FileError) {
            contents = try SharedBytes.contents(ofFile: path, limit: fileBytes)
        } catch {
            throw self.error(path, "cannot be read: \(error)")
        }
        let bytes = withExtendedLifetime(contents) { contents.view.array }
        guard let offset = firstInvalid(bytes) else { return bytes }
        throw SourceText(name: path, file: path, bytes: bytes).error(offset, "this byte is not UTF-8")
    }

    /// Where the first byte stands that is not UTF-8; nil if all is.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            let view = unsafe ByteView(buffer)
            var offset = 0
            while offset < view.count {
                guard let length = view.scalarLength(at: offset) else { return offset }
                offset += length
            }
            return nil
        }
    }

    private static func error(_ path: String, _ reason: String) -> TemplateError {
        TemplateError(file: path, line: 0, column: 0, reason: reason, excerpt: "")
    }
}
