import Testing

@testable import RosterSite

struct StaticCopyTests {
    @Test(arguments: [
        ("friends", "/", "/friends", "", ""),
        ("./", "/friends", "/", "", ""),
        ("../", "/friends/family", "/", "", ""),
        ("?open=all#g-a", "/friends", "/friends", "open=all", "#g-a"),
        ("#f-a", "/friends/family", "/friends/family", "", "#f-a"),
        ("../assets/1/a.png", "/friends/family", "/assets/1/a.png", "", ""),
        ("../../../x", "/a/b", "/x", "", ""),
        ("/x/./y/..", "/a", "/x/", "", ""),
        ("", "/a", "/a", "", ""),
    ])
    func `a reference is resolved as RFC 3986 says`(
        _ text: String,
        _ base: String,
        _ path: String,
        _ query: String,
        _ mark: String
    ) {
        let found = SiteReference.resolve(text, on: SiteReference(path: base))
        #expect(found?.reference == SiteReference(path: path, query: query))
        #expect(found?.fragment == mark)
    }

    @Test(arguments: ["https://example.org/", "//example.org/x", "mailto:a@example.org", "tel:1"])
    func `what leaves the site is left as it is`(_ text: String) {
        #expect(SiteReference.resolve(text, on: .root) == nil)
    }

    @Test(arguments: [
        ("index.html", "friends.html", "friends.html"),
        ("friends/all.html", "friends.html", "../friends.html"),
        ("friends/all.html", "friends/a.html", "a.html"),
        ("friends/all/2.html", "assets/1/x.css", "../../assets/1/x.css"),
        ("a.html", "a.html", "a.html"),
    ])
    func `ways lead from file to file`(_ base: String, _ target: String, _ way: String) {
        #expect(SiteReference.relativePath(from: base, to: target) == way)
    }

    @Test func `addresses are replaced, and what needs a server is gone`() {
        let markup = StaticMarkup { $0 == "?q=1&x" ? nil : "to/" + $0 }
        let page = """
            <!DOCTYPE html><link rel="canonical" href="/a"><link rel="stylesheet" href="s.css"><form action="x"><b>f</b></form>
            <a rel="nofollow" href="?q=1&amp;x">gone <b>too</b></a><a href="b&amp;c">1 &lt; 2</a>
            <img src="a.png" srcset="a2.png 2x, a3.png 3x" alt="a"><p class="href">href="no"</p>
            """
        #expect(
            markup.rewrite(page) == """
                <!DOCTYPE html><link rel="stylesheet" href="to/s.css">
                <a href="to/b&amp;c">1 &lt; 2</a>
                <img src="to/a.png" srcset="to/a2.png 2x, to/a3.png 3x" alt="a"><p class="href">href="no"</p>
                """
        )
    }
}
