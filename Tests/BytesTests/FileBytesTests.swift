import Bytes
import Foundation
import Testing

struct FileBytesTests {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("roster-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test(arguments: [0, 1, 65_536, 200_001])
    func `a file is read whole`(_ size: Int) throws {
        let file = folder.appendingPathComponent("file")
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: file)
        let contents = try SharedBytes.contents(ofFile: file.path, limit: size)
        #expect(contents.view.array == bytes)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `what can't be read is named`() throws {
        let file = folder.appendingPathComponent("file")
        try Data([1, 2, 3]).write(to: file)
        #expect(throws: FileError.tooLarge(limit: 2)) { try SharedBytes.contents(ofFile: file.path, limit: 2) }
        #expect(throws: FileError.isFolder) { try SharedBytes.contents(ofFile: folder.path, limit: 2) }
        #expect(throws: FileError.self) { try SharedBytes.contents(ofFile: file.path + "x", limit: 2) }
        #expect(throws: FileError.self) { try SharedBytes.contents(ofFile: file.path + "\0x", limit: 2) }
        #expect(FileError.refused(call: "open", code: ENOENT).description == "there is no such file")
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `a device that never ends stops at the limit`() {
        #expect(throws: FileError.tooLarge(limit: 100_000)) {
            try SharedBytes.contents(ofFile: "/dev/zero", limit: 100_000)
        }
    }
}
