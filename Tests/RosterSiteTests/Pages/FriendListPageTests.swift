import Testing

@testable import RosterSite

/// A rich list: one group open by default, one of five, one empty.
private let rich = file(
    array(
        dict([
            "name": "Ahead", "id": "ahead", "opened": "<true/>",
            "friends": array(
                dict(["name": "Zoë &amp; co", "intro": "a &lt; b", "vip": "<true/>", "status": "online"])
            ),
        ]),
        dict([
            "name": "Crew", "id": "crew", "aliases": array("old-crew"),
            "friends": array(
                dict(["name": "Bo", "status": "offline"]),
                dict(["name": "Al", "status": "busy"]),
                dict(["name": "Cy", "status": "online"]),
                dict(["name": "Di", "status": "offline", "vip": "<true/>"]),
                dict(["name": "Ed", "status": "away", "url": "https://ed.example/"]),
            ),
        ]),
        dict(["name": "Nobody", "id": "nobody", "friends": array()]),
    )
)

struct FriendListPageTests {
    private let site: TestSite

    init() throws {
        site = try TestSite(["list.plist": rich])
    }

    @Test func `closed groups have no rows and no pictures`() throws {
        let page = try site.get("/list?open=none")
        #expect(page.status == 200)
        #expect(page.count(of: "<h2>") == 3)
        #expect(page.count(of: "<li>") == 0 && page.count(of: "<img") == 0)
        #expect(page.values(of: "aria-expanded") == ["false", "false", "false"])
    }

    @Test func `the owner's default is open without an address`() throws {
        let page = try site.get("/list")
        #expect(page.values(of: "aria-expanded") == ["true", "false", "false"])
        #expect(page.count(of: "<li>") == 1)
        #expect(page.text.contains("Zoë &amp; co") && page.text.contains("a &lt; b"))
        #expect(page.values(of: "href").contains("?open=none#g-ahead"))
    }

    @Test func `a header's link has the id, toggles its group and leaves the others`() throws {
        let page = try site.get("/list")
        #expect(
            page.text.contains(
                "<h2><a id=\"g-crew\" href=\"?open=ahead.crew#g-crew\" aria-expanded=\"false\" rel=\"nofollow\">"
            )
        )
        let both = try site.get("/list?open=ahead.crew")
        #expect(both.values(of: "aria-expanded") == ["true", "true", "false"])
        #expect(both.values(of: "href").contains("list#g-crew"))
        #expect(both.count(of: "<li>") == 6)
    }

    @Test func `counts are shown and said in words`() throws {
        let page = try site.get("/list")
        #expect(page.text.contains("<small aria-hidden=\"true\">3/5</small><span>, 3 of 5 online</span>"))
    }

    @Test func `VIPs and presence have words`() throws {
        let page = try site.get("/list?open=all")
        #expect(page.count(of: "<em>VIP</em>") == 2)
        #expect(page.count(of: ">online</small>") == 2 && page.count(of: ">offline</small>") == 2)
        #expect(page.count(of: ">busy</small>") == 1 && page.count(of: ">away</small>") == 1)
        #expect(page.text.contains("Nobody in this group."))
    }

    @Test func `a search opens what it finds and leaves the counts alone`() throws {
        let page = try site.get("/list?q=bo")
        #expect(page.values(of: "id").filter { $0.hasPrefix("g-") } == ["g-crew"])
        #expect(page.text.contains("1 matches") && page.text.contains("3/5"))
        #expect(page.values(of: "aria-expanded").first == "true")
        #expect(page.values(of: "href").contains("?q=bo&found=all.-crew#g-crew"))
        #expect(!page.text.contains("Expand all") && page.values(of: "href").contains("?q=bo&found=none"))
        let folded = try site.get("/list?q=bo&found=all.-crew")
        #expect(folded.values(of: "aria-expanded") == ["false"] && folded.count(of: "<li>") == 0)
        #expect(folded.values(of: "href").contains("?q=bo#g-crew") && folded.text.contains("Expand all"))
        let nothing = try site.get("/list?q=nowhere")
        #expect(nothing.text.contains("Nobody matches."))
        #expect(!nothing.text.contains("Expand all") && !nothing.text.contains("Collapse all"))
        // Everything that is shown is open, whatever else is not.
        let only = try site.get("/list?q=bo&found=crew")
        #expect(!only.text.contains("Expand all") && only.text.contains("Collapse all"))
    }

    @Test func `what is open rides along with a search and is there again after it`() throws {
        let page = try site.get("/list?open=none&q=bo")
        #expect(page.status == 200 && page.values(of: "aria-expanded") == ["true"])
        #expect(page.text.contains("<input type=\"hidden\" name=\"open\" value=\"none\">"))
        #expect(page.values(of: "href").contains("?open=none&q=bo&found=all.-crew#g-crew"))
        #expect(page.text.contains("<a href=\"?open=none\">Clear search</a>"))
        let folded = try site.get("/list?open=none&q=bo&found=none")
        #expect(folded.text.contains("<a href=\"?open=none\">Clear search</a>"))
        #expect(try site.get("/list?q=bo").text.contains("<a href=\"list\">Clear search</a>"))
    }

    @Test func `who is not there can be hidden, and others be sorted first`() throws {
        let online = try site.get("/list?open=crew&show=online")
        #expect(names(online) == ["Al", "Cy", "Ed"])
        #expect(names(try site.get("/list?open=crew&sort=name")) == ["Al", "Bo", "Cy", "Di", "Ed"])
        #expect(names(try site.get("/list?open=crew&sort=vip")) == ["Di", "Bo", "Al", "Cy", "Ed"])
        #expect(names(try site.get("/list?open=crew&sort=online")).first == "Cy")
        #expect(online.text.contains("<input type=\"hidden\" name=\"show\" value=\"online\">"))
        #expect(online.text.contains("<input type=\"hidden\" name=\"open\" value=\"crew\">"))
    }

    private func names(_ page: Answer) -> [String] {
        page.text.split(separator: "<li>").dropFirst().compactMap { row in
            row.split(separator: "<bdi").dropFirst().first.map { name in
                String(name.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
            }
        }
    }

    @Test func `a group has a page with an id and a link for each friend`() throws {
        let page = try site.get("/list/crew")
        #expect(page.count(of: "<li id=\"f-") == 5 && page.values(of: "href").contains("#f-bo"))
        #expect(page.text.contains("href=\"../list\"") && page.text.contains("https://ed.example/"))
        #expect(try site.get("/list/old-crew").location == "/list/crew")
        #expect(try site.get("/list/CREW").location == "/list/crew")
        #expect(try site.get("/list/none").status == 404)
    }

    @Test func `unknown groups are passed over with a notice`() throws {
        let page = try site.get("/list?open=crew.gone")
        #expect(page.status == 200 && page.text.contains("groups that are not here"))
        #expect(page.text.contains("<link rel=\"canonical\" href=\"/list?open=crew\">"))
        #expect(page.fields["x-robots-tag"] == "noindex")
    }

    @Test func `an open group of more rows than a page may have leads to its own pages`() throws {
        let many = file(array(dict(["group": "Many", "id": "many", "friends": friends(450)])))
        let site = try TestSite(["many.plist": many])
        let page = try site.get("/many?open=all")
        #expect(page.count(of: "<li>") == Limits.rowsOfGroup && page.text.contains("All 450"))
        #expect(try site.get("/many/many?page=3").count(of: "<li id=") == 50)
        #expect(try site.get("/many/many?page=4").location == "/many/many?page=3")
        #expect(try site.get("/many/many?page=2").text.contains("Page 2 of 3"))
    }

    @Test func `many groups are paged and stay open on other pages`() throws {
        let groups = (0..<230).map { dict(["group": "G", "id": "g-\($0)x", "friends": array("a")]) }
        let site = try TestSite(["many.plist": file("<array>\(groups.joined())</array>")])
        #expect(try site.get("/many").count(of: "<h2>") == Limits.sectionsOnPage)
        let page = try site.get("/many?open=g-0x&page=3")
        #expect(page.count(of: "<h2>") == 30)
        #expect(page.values(of: "href").contains("?open=g-0x.g-229x&page=3#g-g-229x"))
    }

    private func friends(_ count: Int) -> String {
        "<array>\((0..<count).map { "<string>Friend \($0)</string>" }.joined())</array>"
    }
}
