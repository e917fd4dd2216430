import Testing

@testable import RosterSite

/// The laws of addresses, asked of whole answers.
struct SiteLawTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
    }

    /// The addresses of links to other states of the page at `target`.
    private func links(_ page: Answer) -> [String] {
        page.values(of: "href").compactMap { link in
            let address = link.prefix { $0 != "#" }
            if address.hasPrefix("?") { return String(address) }
            return nil
        }
    }

    @Test(arguments: ["/friends", "/classmates", "/colleagues", "/products"])
    func `every address in a page is canonical, three clicks deep`(_ path: String) throws {
        var generator = SeededGenerator(state: 7)
        for _ in 0..<40 {
            var target = path
            for _ in 0..<3 {
                let page = try site.get(target)
                #expect(page.status == 200, "\(target)")
                guard let link = links(page).randomElement(using: &generator) else { break }
                target = path + link
            }
        }
    }

    @Test func `five groups opened one by one are all open, and closing them leads back`() throws {
        var target = "/friends"
        var trail = [target]
        for place in 0..<5 {
            let page = try site.get(target)
            let toggles = page.text.split(separator: "<h2><a ").dropFirst().compactMap { part in
                part.split(separator: "href=\"").dropFirst().first?.prefix { $0 != "#" && $0 != "\"" }
            }
            target = "/friends" + toggles[place]
            trail.append(target)
        }
        let last = try site.get(target)
        #expect(last.values(of: "aria-expanded").filter { $0 == "true" }.count == 5)
        #expect(Set(trail).count == 6)
    }

    @Test func `hostile queries give pages, refusals and single hops only`() throws {
        var generator = SeededGenerator(state: 11)
        let pieces = [
            "open=", "all", ".", "-", "friends", "uni", "found=", ",", "%2C", "&", "q=", "%", "%00", "%E8%A5%BF",
            "show=online",
            "sort=vip", "page=", "9", "=", "+", "<script>", "'", "%22", "\u{E9}", "cols=3", "open=none",
        ]
        for path in [
            "/friends", "/friends/friends", "/products", "/chat", "/stretch", "/friends.json", "/images/me/9x9.png",
        ] {
            for _ in 0..<60 {
                let query = (0..<6).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
                guard let answer = try? site.get(path + "?" + query) else { continue }  // no request: the server's 400
                #expect([200, 307, 308, 400, 414, 422].contains(answer.status), "\(path)?\(query)")
                #expect(!answer.text.contains("<script"))
                if let location = answer.location { #expect(try site.get(location).status == 200, "\(path)?\(query)") }
            }
        }
    }

    @Test func `a crawler that follows only what is allowed comes to an end`() throws {
        var open = ["/"]
        var seen = Set(open)
        while let target = open.popLast() {
            let page = try site.get(target)
            #expect(page.status == 200, "\(target)")
            for part in page.text.split(separator: "<a ").dropFirst() where !part.prefix(200).contains("rel=\"nofollow")
            {
                guard let quote = part.split(separator: "href=\"", omittingEmptySubsequences: false).dropFirst().first
                else {
                    continue
                }
                let link = quote.prefix { $0 != "\"" }
                let address = resolve(String(link), from: target)
                if !address.contains("?"), !address.contains(":"), seen.insert(address).inserted {
                    open.append(address)
                }
            }
        }
        #expect(
            seen.count < 80 && seen.isSuperset(of: ["/friends", "/products", "/chat", "/friends.json"]),
            "\(seen.sorted())"
        )
    }

    private func resolve(_ link: String, from base: String) -> String {
        let path = link.prefix { $0 != "#" }
        if path.isEmpty { return base }
        var parts = base.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
