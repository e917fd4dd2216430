import Bytes
import Glibc
import Testing

@testable import RosterSite

@Suite struct FolderStateTests {
    /// A folder and what was read from it.
    private struct Site {
        let data: TemporaryFolder
        let folder: DataFolder
        var state = FolderState()

        init(fileLimit: Int = 1 << 20) throws {
            data = try TemporaryFolder()
            folder = DataFolder(path: data.path, publicPath: nil, fileLimit: fileLimit)
        }

        mutating func look(now: Int = 1000) throws {
            state.step(folder, try #require(folder.look()), now: now)
        }

        var pages: [String] {
            state.snapshot.pages.map { page in
                let stale = page.staleSince.map { " stale since \($0)" } ?? ""
                let kind =
                    switch page.content {
                    case .friendList(let list): list.groups.map { list.text[$0.name].string }.joined(separator: "+")
                    case .productGrid: "grid"
                    case .chat: "chat"
                    case .outline: "outline"
                    case .unreadable: "unreadable"
                    }
                return "\(page.name.string): \(kind)\(stale)"
            }
        }
    }

    @Test func `each file is a page, in name order`() throws {
        var site = try Site()
        try site.data.write("b.plist", friendsFile("B", "x"))
        try site.data.write("a.plist", friendsFile("A", "x"))
        try site.data.write("images/x.png", pngHeader(1, 1))
        try site.data.write("folder.plist/inner.plist", friendsFile("A", "x"))
        try site.look()
        #expect(site.pages == ["a: A", "b: B"])
        #expect(site.state.findings.isEmpty)
    }

    @Test func `Site_plist orders pages and names them`() throws {
        var site = try Site()
        for name in ["a", "b", "c"] { try site.data.write("\(name).plist", friendsFile(name, "x")) }
        try site.data.write(
            "Site.plist",
            file(dict(["pages": array(dict(["name": "c", "title": "See"]), dict(["name": "bb"]))]))
        )
        try site.look()
        #expect(site.pages == ["c: c", "a: a", "b: b"])
        #expect(site.state.snapshot.pages.first?.title.string == "See")
        #expect(
            site.state.findings.map(\.description) == [
                "\(site.data.path)/Site.plist: warning: page 'bb' is set, but there is no such file; did you mean 'b'?"
            ]
        )
        try site.data.write("Site.plist", "<plist><dict>")
        try site.look()
        #expect(site.pages == ["c: c", "a: a", "b: b"])
        #expect(site.state.findings.first?.severity == .error)
        site.data.remove("Site.plist")
        try site.look()
        #expect(site.pages == ["a: a", "b: b", "c: c"])
    }

    @Test func `pictures stay while the folder that they belong to is gone`() throws {
        let base = try TemporaryFolder()
        try base.write("data/a.plist", friendsFile("A", "x"))
        try base.write("data/images/own.png", pngHeader(1, 1))
        try base.write("public/images/shared.png", pngHeader(2, 2))
        let (present, away) = (base.path + "/public", base.path + "/away")
        let folder = DataFolder(path: base.path + "/data", publicPath: present)
        var state = FolderState()
        func look(isForced: Bool = false) throws -> [String] {
            state.step(folder, try #require(folder.look()), isForced: isForced)
            return state.snapshot.images.files.map(\.name)
        }
        #expect(try look() == ["own", "shared"])
        try #require(unsafe rename(present, away) == 0)
        let told = "\(present): error: the folder is gone; the pictures read from it last stay"
        for isForced in [false, true] {
            #expect(try look(isForced: isForced) == ["own", "shared"])
            #expect(state.findings.map(\.description) == [told])
        }
        try base.write("data/images/new.png", pngHeader(1, 1))
        #expect(try look() == ["new", "own", "shared"], "the other folder is followed meanwhile")
        try #require(unsafe rename(away, present) == 0)
        base.remove("data/images/own.png")
        #expect(try look() == ["new", "shared"] && state.findings.isEmpty)
        base.remove("public/images")
        #expect(try look() == ["new"], "taken away on purpose")
    }

    @Test func `a file that breaks keeps its last good revision and says since when`() throws {
        var site = try Site()
        try site.data.write("a.plist", friendsFile("One", "x"))
        try site.look()
        let first = site.state.snapshot
        try site.data.write("a.plist", "<plist><array></plist>")
        try site.look(now: 2000)
        #expect(site.pages == ["a: One stale since 2000"])
        #expect(site.state.snapshot.revision != first.revision)
        #expect(site.state.findings.first?.description.hasPrefix("\(site.data.path)/a.plist:1:") == true)
        try site.data.write("a.plist", "<plist><array><oops/></plist>")
        try site.look(now: 3000)
        #expect(site.pages == ["a: One stale since 2000"])
        try site.data.write("a.plist", friendsFile("One", "x"))
        try site.look(now: 4000)
        #expect(site.pages == ["a: One"])
        #expect(site.state.findings.isEmpty)
        #expect(site.state.snapshot.revision == first.revision)
    }

    @Test func `a file broken at the start does not stop the others`() throws {
        var site = try Site()
        try site.data.write("a.plist", "{ old = style; }")
        try site.data.write("b.plist", friendsFile("B", "x"))
        try site.look()
        #expect(site.pages == ["a: unreadable", "b: B"])
        #expect(site.state.snapshot.hasReadablePage)
        #expect(site.state.findings.count == 1)
        try site.data.write("a.plist", friendsFile("A", "x"))
        try site.look()
        #expect(site.pages == ["a: A", "b: B"])
    }

    @Test func `caps are checked again when their picture changes`() throws {
        var site = try Site()
        try site.data.write("Site.plist", file(dict(["images": dict(["me": dict(["cap": "5,5"])])])))
        try site.data.write("images/me.png", pngHeader(4, 4))
        try site.look()
        #expect(site.state.findings.count == 1)
        #expect(site.state.snapshot.settings.caps["me"] == nil)
        try site.data.write("images/me.png", pngHeader(40, 40))
        try site.look()
        #expect(site.state.findings.isEmpty)
        #expect(site.state.snapshot.settings.caps["me"] == .stretchable(left: 5, top: 5))
    }

    @Test func `a file over the limit is refused with a message`() throws {
        var site = try Site(fileLimit: 200)
        try site.data.write("a.plist", friendsFile("A", "x"))
        try site.look()
        try site.data.write("a.plist", friendsFile("A", String(repeating: "x", count: 300)))
        try site.look(now: 5)
        #expect(site.pages == ["a: A stale since 5"])
        #expect(
            site.state.findings.map(\.description) == [
                "\(site.data.path)/a.plist: error: the file is larger than the limit of 200 bytes"
            ]
        )
    }

    @Test func `files come and go`() throws {
        var site = try Site()
        try site.look()
        #expect(site.pages.isEmpty && !site.state.snapshot.hasReadablePage)
        try site.data.write("a.plist", friendsFile("A", "x"))
        try site.look()
        #expect(site.pages == ["a: A"])
        site.data.remove("a.plist")
        try site.look()
        #expect(site.pages.isEmpty)
    }

    @Test func `links are followed, and a link to nothing is told`() throws {
        var site = try Site()
        let other = try TemporaryFolder()
        try other.write("real.plist", friendsFile("R", "x"))
        try site.data.link("a.plist", to: other.path + "/real.plist")
        try site.data.link("b.plist", to: other.path + "/none")
        try site.look()
        #expect(site.pages == ["a: R", "b: unreadable"])
        #expect(site.state.findings.map(\.description) == ["\(site.data.path)/b.plist: error: there is no such file"])
        try other.write("real.plist", friendsFile("New", "x"))
        try other.write("none", friendsFile("There", "x"))
        try site.look()
        #expect(site.pages == ["a: New", "b: There"])
    }

    @Test func `what did not change stays the same object`() throws {
        var site = try Site()
        try site.data.write("a.plist", friendsFile("A", "x"))
        try site.data.write("b.plist", friendsFile("B", "x"))
        try site.look()
        let before = site.state.snapshot
        try site.data.write("b.plist", friendsFile("B", "y"))
        try site.look()
        #expect(site.state.snapshot.pages[0] === before.pages[0])
        #expect(site.state.snapshot.pages[1] !== before.pages[1])
        #expect(site.state.snapshot.revision != before.revision)
    }

    @Test func `the revision is the same wherever the same data is`() throws {
        var (one, other) = (try Site(), try Site())
        for data in [one.data, other.data] {
            try data.write("b.plist", friendsFile("B", "x"))
            try data.write("images/x.png", pngHeader(1, 1))
            try data.write("Site.plist", file(dict(["title": "T"])))
        }
        try one.data.write("a.plist", "broken")
        try one.look(now: 1)
        try other.look(now: 2)
        #expect(one.state.snapshot.revision != other.state.snapshot.revision)
        try other.data.write("a.plist", "broken")
        try other.look(now: 3)
        #expect(one.state.snapshot.revision == other.state.snapshot.revision)
        try other.data.write("images/x.png", pngHeader(2, 1))
        try other.look(now: 4)
        #expect(one.state.snapshot.revision != other.state.snapshot.revision)
    }

    @Test func `a new picture is found without reading the page again`() throws {
        var site = try Site()
        try site.data.write("a.plist", file(array(dict(["name": "A", "icon": "new"]))))
        try site.look()
        #expect(site.state.snapshot.pages.first?.icons.images.first.flatMap { $0 } == nil)
        #expect(site.state.findings.count == 1)
        try site.data.write("images/new.png", pngHeader(8, 8))
        try site.look()
        #expect(site.state.snapshot.pages.first?.icons.image(1)?.width == 8)
    }
}
