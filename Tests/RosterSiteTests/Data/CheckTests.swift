import Bytes
import Glibc
import Testing

@testable import RosterSite

@Suite struct CheckTests {
    private func check(_ paths: [String]) -> (count: DataCheck.Count, lines: [String], read: [String]) {
        var (lines, read): ([String], [String]) = ([], [])
        let count = DataCheck(publicPath: nil).run(paths) {
            read.append($0)
        } report: {
            lines.append($0.description)
        }
        return (count, lines, read)
    }

    @Test func `a folder is read as the server does`() throws {
        let data = try TemporaryFolder()
        try data.write("good.plist", friendsFile("A", "x"))
        try data.write("bad.plist", "<plist>\n<array>\n<integer>x</integer></array></plist>")
        try data.write(
            "odd.plist",
            file(array(dict(["name": "A", "friends": array(dict(["name": "y", "nick": "z"]))])))
        )
        try data.write("stretch.plist", friendsFile("S", "x"))
        try data.write("Site.plist", file(dict(["titel": "x"])))
        let (count, lines, read) = check([data.path])
        #expect(count == DataCheck.Count(files: 5, errors: 1, warnings: 3))
        #expect(count.description == "5 files: 1 error, 3 warnings")
        #expect(lines.count == 4)
        #expect(
            lines.first
                == "\(data.path)/Site.plist:1:44: warning: unknown setting 'titel'; did you mean 'title'? [$.titel]"
        )
        #expect(
            lines.contains {
                $0.hasPrefix("\(data.path)/bad.plist:3:") && $0.contains(": error: ") && $0.hasSuffix(" [$[0]]")
            }
        )
        #expect(lines.contains { $0.hasSuffix("unknown key 'nick' in a friend [$[0].friends[0].nick]") })
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "/stretch.plist: warning: the address /stretch has another use: this page is at /stretch-list"
                )
            }
        )
        #expect(read.count == 4)
    }

    @Test func `single files are read, whatever their name`() throws {
        let data = try TemporaryFolder()
        try data.write("images/here.png", pngHeader(1, 1))
        try data.write("x.txt", file(array(dict(["name": "A", "icon": "here"]), dict(["name": "B", "icon": "gone"]))))
        try data.write("Site.plist", file(dict(["language": "de"])))
        let (count, lines, _) = check([data.path + "/x.txt", data.path + "/Site.plist", data.path + "/none.plist"])
        #expect(count == DataCheck.Count(files: 3, errors: 1, warnings: 2))
        #expect(lines.map { $0.hasPrefix(data.path) } == [true, true, true])
        #expect(
            lines.first?.hasSuffix("there is no picture 'gone' in the image folders: initials are shown [$[1].icon]")
                == true
        )
        #expect(lines.last == "\(data.path)/none.plist: error: there is no such file")
    }

    @Test func `files that are left out are told`() throws {
        let data = try TemporaryFolder()
        try data.write("team.plist.txt", friendsFile("A", "x"))
        try data.write("a\u{7}.plist", friendsFile("A", "x"))
        let bytes = Array((data.path + "/b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)]
        let name = bytes + Array(".plist".utf8CString)
        let descriptor = unsafe open(name, O_WRONLY | O_CREAT, 0o644)
        try #require(descriptor >= 0)
        close(descriptor)
        let lines = check([data.path]).lines
        unsafe unlink(name)
        #expect(
            lines == [
                "\(data.path)/a\\u{7}.plist: warning: the name has control characters: this file is left out",
                "\(data.path)/b\u{FFFD}.plist: warning: the name is not UTF-8: this file is left out",
                "\(data.path)/team.plist.txt: warning: this is no page: its name does not end with .plist; "
                    + "did you mean 'team.plist'?",
            ]
        )
    }

    @Test func `what is no file is refused at once`() throws {
        let data = try TemporaryFolder()
        try data.link("zero.plist", to: "/dev/zero")
        try data.link("loop.plist", to: "loop.plist")
        try #require(unsafe mkfifo(data.path + "/pipe.plist", 0o644) == 0)
        let sentences = [
            "/loop.plist: error: its links lead in a circle",
            "/pipe.plist: error: this is a pipe, a socket or a device, not a file",
            "/zero.plist: error: this is a pipe, a socket or a device, not a file",
        ].map { data.path + $0 }
        #expect(check([data.path]).lines == sentences)
        #expect(check(["loop", "pipe", "zero"].map { "\(data.path)/\($0).plist" }).lines == sentences)
    }

    @Test func `caps of Site_plist are checked against the pictures`() throws {
        let data = try TemporaryFolder()
        try data.write("images/me.png", pngHeader(20, 10))
        try data.write("Site.plist", file(dict(["images": dict(["me": dict(["cap": "20,2"])])])))
        for path in [data.path, data.path + "/Site.plist"] {
            // The picture is no more than a header, which a check of the folder tells too.
            let lines = check([path]).lines.filter { !$0.contains("/me.png: warning: this picture can't be stretched") }
            #expect(lines.count == 1)
            #expect(
                lines.first?.hasSuffix(
                    "these caps do not fit the picture 'me' of 20 × 10 points: the default is used; "
                        + "left is at most 19, top at most 9 [$.images.me.cap]"
                ) == true
            )
        }
    }

    @Test func `an empty folder is told`() throws {
        let data = try TemporaryFolder()
        #expect(check([data.path]).lines == ["\(data.path): warning: there is no property list in this folder"])
    }
}

@Suite struct FriendQuestionTests {
    private func answer(
        _ friend: String,
        list: String = "friends",
        _ change: (inout FriendQuestion) -> Void = { _ in }
    ) throws -> FriendQuestion.Answer {
        let body = array(
            dict([
                "name": "Open", "opened": "<true/>",
                "friends": array(dict(["name": "Ann", "status": "online"]), dict(["name": "Bob"])),
            ]),
            dict(["name": "Shut", "friends": array("Cy", "Ann")])
        )
        let result = ShapeReader.read(try propertyList(body), pageName: "friends", images: ImageIndex())
        let pages = [
            Page(name: "friends", fileName: "friends.plist", content: result.content),
            Page(name: "broken", fileName: "broken.plist", content: .unreadable),
        ]
        let snapshot = Snapshot(settings: SiteSettings(), pages: pages, images: ImageIndex(), revision: 0)
        var question = FriendQuestion(list: list, friend: friend)
        change(&question)
        return question.answer(in: snapshot, findings: [.error("oops", in: "data/broken.plist")])
    }

    @Test func `shown, closed, hidden, not found, elsewhere`() throws {
        #expect(
            try answer("bob")
                == .init(isShown: true, sentences: ["'Bob' (bob) in 'Open' is shown, row 2: the group is open"])
        )
        #expect(
            try answer("Cy")
                == .init(sentences: ["'Cy' (cy) in 'Shut' is not shown: the group is closed: open=shut opens it"])
        )
        #expect(try answer("Ann").sentences.count == 2)
        #expect(
            try answer("ann-2").sentences == [
                "'Ann' (ann-2) in 'Shut' is not shown: the group is closed: open=shut opens it"
            ]
        )
        #expect(
            try answer("Cy") { $0.query.text = view("ann") }.sentences == [
                "'Cy' (cy) in 'Shut' is not shown: neither the friend nor the group matches q=ann"
            ]
        )
        #expect(try answer("Cy") { $0.query.text = view("shut") }.isShown)
        #expect(
            try answer("Bob") { $0.query.onlineOnly = true }.sentences.first?.contains("the file gives no status")
                == true
        )
        #expect(
            try answer("Bob") { $0.rowsPerGroup = 1 }.sentences.first?.hasSuffix("see /friends/open?page=2") == true
        )
        #expect(try answer("Bop").sentences == ["no friend has the key or name 'Bop'; did you mean 'Bob'?"])
        #expect(try answer("x", list: "freinds").sentences == ["there is no page 'freinds'; did you mean 'friends'?"])
        #expect(
            try answer("x", list: "broken").sentences == [
                "broken.plist can't be read, so the page answers 503:", "data/broken.plist: error: oops",
            ]
        )
        #expect(try answer("Cy") { $0.groupsPerPage = 1 }.sentences.first?.contains("page 2 of the list") == true)
    }
}
