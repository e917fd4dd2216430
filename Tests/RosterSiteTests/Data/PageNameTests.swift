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
