import Glibc
import Testing

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/roster-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
        }
        path = try #require(made)
    }

    deinit { Self.remove(path) }

    /// Writes a file, in place; folders on the way are made.
    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/" + part
            _ = unsafe mkdir(folder, 0o755)
        }
        let descriptor = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        try #require(count == bytes.count)
    }

    /// Puts a new file in place of `name` in one step.
    func replace(_ name: String, _ text: String) throws {
        try write(name + ".new", text)
        try #require(unsafe rename(path + "/" + name + ".new", path + "/" + name) == 0)
    }

    func remove(_ name: String) { Self.remove(path + "/" + name) }

    func link(_ name: String, to target: String) throws { try #require(unsafe symlink(target, path + "/" + name) == 0) }

    private static func remove(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard let folder = unsafe opendir(path) else { return }
            var names: [String] = []
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            unsafe closedir(folder)
            for name in names { remove(path + "/" + name) }
            _ = unsafe rmdir(path)
        } else {
            _ = unsafe unlink(path)
        }
    }
}

/// A property list file of `body`.
func file(_ body: String) -> String { "<plist version=\"1.0\">\(body)</plist>" }

/// A file of one group with these friends.
func friendsFile(_ group: String, _ names: String...) -> String {
    file(
        "<array><dict><key>group</key><string>\(group)</string><key>friends</key><array>"
            + names.map { "<string>\($0)</string>" }.joined() + "</array></dict></array>"
    )
}

/// The first bytes of a PNG of that size: all that an index looks at.
func pngHeader(_ width: Int, _ height: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + number(width)
        + number(height) + [8, 6, 0, 0, 0]
}
