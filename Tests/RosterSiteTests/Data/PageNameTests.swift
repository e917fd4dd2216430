import Bytes
import Testing

@testable import RosterSite

@Suite struct PageNameTests {
    @Test func `the ending goes, other files are ignored`() {
        let names = PageNames(fileNames: [
            "b.plist", "a.PLIST", "c.bplist", ".hidden.plist", ".plist", "x.txt", "Site.plist",
        ])
        #expect(names.entries.map(\.name) == ["a", "b", "c"])
        #expect(names.warnings.isEmpty)
    }

    @Test func `a name that an endpoint has gets another address`() {
        let names = PageNames(fileNames: ["stretch.plist", "Images.plist", "robots.plist", "a.json.plist"])
        #expect(names.entries.map(\.name) == ["Images-list", "a.json-list", "robots-list", "stretch-list"])
        #expect(names.warnings.count == 4)
        #expect(names.warnings.first?.sentence == "the address /Images has another use: this page is at /Images-list")
    }

    @Test(arguments: [
        "livez", "healthz", "stretch.css", "site.css", "Index.HTML", "app.js", "a.xml", "robots.txt", "a.png", "a.ico",
        "a.svg", "a.vcf", ".well-known",
    ])
    func `a name that ends like a file of the site gets another address`(stem: String) {
        let names = PageNames(fileNames: [stem + ".plist"])
        #expect(names.entries.map(\.name) == (stem.hasPrefix(".") ? [] : [stem + "-list"]))
    }

    @Test(arguments: ["v1.2", "a.b", "css", "Dr. Who", "json", "a.", "png.team"])
    func `other dots do no harm`(stem: String) {
        let names = PageNames(fileNames: [stem + ".plist"])
        #expect(names.entries.map(\.name) == [stem])
        #expect(names.warnings.isEmpty)
    }

    @Test(arguments: [
        ("a\u{1}b.plist", "the name has control characters: this file is left out", 0),
        ("a\nb.plist", "the name has control characters: this file is left out", 0),
        ("a\u{85}.plist", "the name has control characters: this file is left out", 0),
        ("site.plist", "this is a page like the others; did you mean 'Site.plist'?", 1),
        ("team .plist", "the name begins or ends with a space, and so does the page's address", 1),
    ])
    func `odd names are told`(fileName: String, sentence: String, pages: Int) {
        let names = PageNames(fileNames: [fileName])
        #expect(names.warnings.map(\.sentence) == [sentence])
        #expect(names.entries.count == pages)
    }

    @Test(arguments: [
        ("team.plist.txt", "team.plist"), ("team.PLIST.xml", "team.PLIST"), ("team.xml", "team.plist"),
        ("team.plist ", "team.plist"), ("team.pilst", "team.plist"), ("team.plst", "team.plist"),
        ("Site.plist.txt", "Site.plist"), ("Site.plist ", "Site.plist"),
    ])
    func `a name that is nearly one of a page is told`(fileName: String, meant: String) {
        #expect(
            PageNames.nearMiss(fileName)
                == "this is no page: its name does not end with .plist; did you mean '\(meant)'?"
        )
    }

    @Test(arguments: [
        "team.plist", "Site.plist", "team.bplist", ".team.xml", "team.plist~", "team.plist.bak", "team.plist.new",
        "team.txt",
        "README", "team", "xml", ".plist ", "a.json", "plist",
    ])
    func `other names are nobody's business`(fileName: String) {
        #expect(PageNames.nearMiss(fileName) == nil)
    }

    @Test func `of two files that differ in case or ending the first in byte order counts`() {
        let names = PageNames(fileNames: [
            "friends.plist", "Friends.plist", "friends.bplist", "e\u{301}.plist", "é.plist",
        ])
        #expect(names.entries.map(\.fileName) == ["Friends.plist", "e\u{301}.plist"])
        #expect(names.entries.map(\.name.unicodeScalars.count) == [7, 1])
        #expect(names.warnings.count == 3)
        #expect(
            names.warnings.first?.sentence == "the address /friends belongs to 'Friends.plist': this file is left out"
        )
    }

    @Test func `addresses are percent-encoded`() {
        let page = Page(name: "好友 1%", fileName: "", content: .unreadable)
        #expect(page.address.string == "%E5%A5%BD%E5%8F%8B%201%25")
        #expect(page.name.string == "好友 1%")
        #expect(page.title.string == "好友 1%")
    }

    @Test func `pages are found by name`() {
        let pages = ["b", "a", "ab"].map { Page(name: $0, fileName: $0, content: .unreadable) }
        let snapshot = Snapshot(settings: SiteSettings(), pages: pages, images: ImageIndex(), revision: 0)
        #expect(snapshot.page(named: ByteView("ab")) === pages[2])
        #expect(snapshot.page(named: ByteView("b")) === pages[0])
        #expect(snapshot.page(named: ByteView("c")) == nil)
        #expect(snapshot.page(named: .empty) == nil)
    }
}
