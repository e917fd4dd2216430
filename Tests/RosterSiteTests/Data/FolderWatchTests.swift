import Bytes
import Glibc
import Synchronization
import Testing

@testable import RosterSite

/// Waits at most five seconds for `condition`; the watcher promises one.
private func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
        if condition() { return true }
        _ = usleep(5_000)
    }
    return condition()
}

@Suite struct FolderWatchTests {
    /// The names on the page `name` now, if it is a friend list.
    private func friends(_ watch: FolderWatch, _ name: StaticString = "a") -> [String]? {
        guard case .friendList(let list)? = watch.snapshot.page(named: ByteView(name))?.content else { return nil }
        return list.friends.map { list.name(of: $0).string }
    }

    @Test func `changes, new files, removed files and replaced files are seen`() throws {
        let data = try TemporaryFolder()
        try data.write("a.plist", friendsFile("A", "one"))
        let watch = try FolderWatch(DataFolder(path: data.path, publicPath: nil)) { _ in }
        watch.start()
        defer { watch.stop() }
        #expect(friends(watch) == ["one"])
        try data.write("a.plist", friendsFile("A", "two"))
        #expect(eventually { friends(watch) == ["two"] })
        try data.replace("a.plist", friendsFile("A", "three"))
        #expect(eventually { friends(watch) == ["three"] })
        try data.write("b.plist", friendsFile("B", "new"))
        #expect(eventually { friends(watch, "b") == ["new"] })
        data.remove("a.plist")
        #expect(eventually { watch.snapshot.page(named: ByteView("a")) == nil })
    }

    @Test func `a revision that nobody shows any more is forgotten`() throws {
        let data = try TemporaryFolder()
        try data.write("a.plist", friendsFile("A", "one"))
        let watch = try FolderWatch(DataFolder(path: data.path, publicPath: nil)) { _ in }
        weak let first = watch.snapshot.page(named: ByteView("a"))
        #expect(first != nil)
        watch.start()
        defer { watch.stop() }
        try data.write("a.plist", friendsFile("A", "two"))
        #expect(eventually { friends(watch) == ["two"] && first == nil })
    }

    @Test func `a link put in place of the folder's link is seen`() throws {
        let (base, one, other) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        try one.write("a.plist", friendsFile("A", "old"))
        try other.write("a.plist", friendsFile("A", "new"))
        try base.link("current", to: one.path)
        let watch = try FolderWatch(DataFolder(path: base.path + "/current", publicPath: nil)) { _ in }
        watch.start()
        defer { watch.stop() }
        #expect(friends(watch) == ["old"])
        try base.link("next", to: other.path)
        try #require(unsafe rename(base.path + "/next", base.path + "/current") == 0)
        #expect(eventually { friends(watch) == ["new"] })
    }

    @Test func `a folder that is not there is refused`() throws {
        let data = try TemporaryFolder()
        let missing = DataFolder(path: data.path + "/none", publicPath: nil)
        #expect(throws: FolderError.unreadable(path: data.path + "/none", code: ENOENT)) {
            _ = try FolderWatch(missing) { _ in }
        }
    }

    @Test func `a look publishes only what changed, a reload always`() throws {
        let data = try TemporaryFolder()
        try data.write("a.plist", friendsFile("A", "one"))
        let watch = try FolderWatch(DataFolder(path: data.path, publicPath: nil)) { _ in }
        let prepared = Mutex(0)
        watch.prepare { _ in prepared.withLock { $0 += 1 } }
        #expect(!watch.lookNow())
        try data.write("a.plist", friendsFile("A", "two"))
        #expect(watch.lookNow())
        #expect(friends(watch) == ["two"])
        #expect(watch.reload())
        #expect(!watch.lookNow())
        #expect(prepared.withLock { $0 } == 2)
    }

    @Test func `a folder that goes and comes back is told once each, and its pages say so`() throws {
        let base = try TemporaryFolder()
        try base.write("data/a.plist", friendsFile("A", "one"))
        try base.write("data/b.plist", friendsFile("B", "two"))
        let (path, away) = (base.path + "/data", base.path + "/away")
        let reported = Mutex<[String]>([])
        let watch = try FolderWatch(DataFolder(path: path, publicPath: nil)) { finding in
            reported.withLock { $0.append(finding.description) }
        }
        let before = watch.snapshot.revision
        try #require(unsafe rename(path, away) == 0)
        #expect(!watch.lookNow())
        #expect(watch.snapshot.pages.map { $0.staleSince == nil } == [true, true])
        #expect(watch.lookNow())
        #expect(!watch.lookNow())
        #expect(watch.snapshot.pages.map { $0.staleSince == nil } == [false, false])
        #expect(friends(watch) == ["one"])
        try #require(unsafe rename(away, path) == 0)
        #expect(watch.lookNow())
        #expect(!watch.lookNow())
        #expect(watch.snapshot.pages.map { $0.staleSince == nil } == [true, true])
        #expect(watch.snapshot.revision == before)
        #expect(
            reported.withLock { $0 } == [
                "\(path): error: the data folder can't be read: there is no such folder; its pages stay as they were",
                "\(path): warning: the data folder is back",
            ]
        )
    }

    @Test func `findings are reported once`() throws {
        let data = try TemporaryFolder()
        try data.write("a.plist", "oops")
        let reported = Mutex<[String]>([])
        let watch = try FolderWatch(DataFolder(path: data.path, publicPath: nil)) { finding in
            reported.withLock { $0.append(finding.description) }
        }
        try data.write("b.plist", "oops")
        watch.lookNow()
        watch.lookNow()
        #expect(reported.withLock { $0.map { $0.contains("/a.plist") } } == [true, false])
    }

    /// Every revision names its number in each friend, and the last friend is as long as makes all files one size, so
    /// that a read across two of them would parse.
    private static func revision(_ number: Int) -> String {
        let mark = String(number + 10_000)
        let names = Array(repeating: "\(mark) \(String(repeating: "x", count: 500))", count: 60)
        let friends = names.map { "<string>\($0)</string>" }.joined()
        return file(
            "<array><dict><key>group</key><string>\(mark)</string><key>friends</key><array>\(friends)</array></dict></array>"
        )
    }

    @Test(arguments: [false, true])
    func `each read of a file that is written all the time is wholly one revision`(inPlace: Bool) throws {
        let data = try TemporaryFolder()
        try data.write("a.plist", Self.revision(0))
        let watch = try FolderWatch(DataFolder(path: data.path, publicPath: nil)) { _ in }
        watch.start()
        defer { watch.stop() }
        var seen: Set<String> = []
        var torn = 0
        for number in 1...1000 {
            if inPlace {
                try data.write("a.plist", Self.revision(number))
            } else {
                try data.replace("a.plist", Self.revision(number))
            }
            if number % 50 == 0 { _ = usleep(40_000) }
            guard let names = friends(watch) else { continue }
            let marks = Set(names.map { String($0.prefix(5)) })
            torn += marks.count == 1 && names.count == 60 ? 0 : 1
            seen.formUnion(marks)
        }
        #expect(torn == 0)
        #expect(eventually { friends(watch)?.first?.hasPrefix("11000") == true })
        #expect(seen.count > 1)
    }
}
