import HTTP
import Testing

@testable import RosterSite

struct ResponseTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
    }

    @Test(arguments: ["/", "/friends", "/friends?open=all", "/classmates", "/products?cols=3", "/chat", "/stretch"])
    func `pages carry the policy, a validator and no script`(_ target: String) throws {
        let page = try site.get(target)
        #expect(page.status == 200)
        #expect(page.fields["content-type"] == "text/html; charset=utf-8")
        #expect(
            page.fields["content-security-policy"]
                == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
        #expect(page.fields["x-content-type-options"] == "nosniff" && page.fields["referrer-policy"] == "same-origin")
        #expect(page.fields["vary"] == "Accept-Encoding, Accept-Language")
        #expect(page.fields["speculation-rules"]?.hasPrefix("\"assets/") == true)
        #expect(page.fields["etag"]?.hasPrefix("\"") == true && page.fields["cache-control"] != nil)
        #expect(!page.text.contains("<script") && !page.text.contains("style=") && !page.text.contains(" onclick="))
    }

    @Test func `who has a page already gets 304, whether it is kept or not`() throws {
        for bytes in [0, 1 << 20] {
            let site = try TestSite(nil, cacheBytes: bytes)
            for target in ["/friends?open=all", "/images/me/50x50.png", "/friends.json", "/site.css"] {
                let tag = try #require(try site.get(target).fields["etag"])
                let again = try site.get(target, fields: ["If-None-Match: \(tag)"])
                #expect(again.status == 304 && again.content.isEmpty)
                #expect(again.fields["etag"] == tag && again.fields["cache-control"] != nil)
                #expect(try site.get(target, fields: ["If-None-Match: \"other\""]).status == 200)
            }
        }
    }

    @Test func `a kept answer is the answer that was made`() throws {
        let fresh = try TestSite(nil, cacheBytes: 0)
        for target in ["/", "/friends?open=all", "/friends/friends", "/products", "/images/me/50x50.png"] {
            let (first, second, made) = (try site.get(target), try site.get(target), try fresh.get(target))
            #expect(first.content == second.content && first.fields == second.fields)
            #expect(first.content == made.content && first.fields == made.fields)
        }
    }

    @Test func `validators differ by state, language and coding`() throws {
        let variants = [
            try site.get("/friends"), try site.get("/friends?open=all"),
            try site.get("/friends", fields: ["Accept-Language: zh"]),
            try site.get("/friends", fields: ["Accept-Encoding: gzip"]),
            try site.get("/friends") { $0.forwardedPrefix = view("/x") },
        ]
        #expect(Set(variants.map { $0.fields["etag"] }).count == variants.count)
    }

    @Test(arguments: [
        ("/friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=all", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends/friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=climbing-crew.friends", "private, max-age=0"),
        ("/friends?q=a", "private, max-age=0"),
        ("/friends?sort=name", "private, max-age=0"),
    ])
    func `shared caches may keep few states`(_ target: String, _ expected: String) throws {
        let page = try site.get(target)
        #expect(page.status == 200 && page.fields["cache-control"] == expected)
    }

    @Test func `only default states and group pages are listed`() throws {
        for target in ["/", "/friends", "/friends/friends", "/products"] {
            #expect(try site.get(target).fields["x-robots-tag"] == nil)
        }
        for target in ["/friends?open=all", "/friends?q=a", "/friends?show=online", "/products?cols=3"] {
            #expect(try site.get(target).fields["x-robots-tag"] == "noindex")
        }
    }

    @Test func `gzip gives the same page, and identity can be refused`() throws {
        let page = try site.get("/friends?open=all", fields: ["Accept-Encoding: gzip"])
        #expect(page.fields["content-encoding"] == "gzip" && page.content.prefix(2) == [0x1F, 0x8B])
        #expect(try site.get("/friends", fields: ["Accept-Encoding: identity;q=0"]).status == 406)
    }

    @Test func `readers get their language, and the owner may choose for them`() throws {
        #expect(try site.get("/friends").text.contains("<html lang=\"en\">"))
        let chinese = try site.get("/friends", fields: ["Accept-Language: zh-CN,en;q=0.5"])
        #expect(chinese.text.contains("<html lang=\"zh-Hans\">") && chinese.text.contains("全部展开"))
        #expect(chinese.fields["content-language"] == "zh-Hans")
        let fixed = try TestSite(nil, language: .simplifiedChinese).get("/friends", fields: ["Accept-Language: en"])
        #expect(fixed.text.contains("全部展开") && fixed.fields["vary"] == "Accept-Encoding")
    }

    @Test(arguments: [
        ("/nowhere", 404), ("/friends.xml", 404), ("/friends?open=%ff", 400), ("/%ff", 400), ("/a%2fb", 400),
        ("/images/me/0x5.png", 400), ("/images/me/5x5.gif", 400), ("/images/me/2048x2048@2x.png", 400),
        ("/images/me/5x5.png?cap=99.1", 422), ("/images/me/5x5.png?cap=1", 422), ("/images/nobody/5x5.png", 404),
    ])
    func `errors are pages of the site`(_ target: String, _ status: Int) throws {
        let english = try site.get(target)
        #expect(english.status == status && english.text.contains("Back to all pages"))
        #expect(english.fields["content-security-policy"] != nil && english.fields["cache-control"] == "no-cache")
        let chinese = try site.get(target, fields: ["Accept-Language: zh"])
        #expect(chinese.status == status && chinese.text.contains("回到所有页面"))
    }

    @Test func `a query that is too long is refused`() throws {
        #expect(try site.get("/friends?x=" + String(repeating: "y", count: 2100)).status == 414)
    }

    @Test func `other methods are refused with what is allowed`() throws {
        let post = try site.get("/friends", method: "POST")
        #expect(post.status == 405 && post.fields["allow"] == "GET, HEAD, OPTIONS")
        let options = try site.get("/friends", method: "OPTIONS")
        #expect(options.status == 204 && options.fields["allow"] == "GET, HEAD, OPTIONS")
        #expect(try site.get("/friends", method: "BREW").status == 501)
    }

    @Test(arguments: [
        ("/friends/", "/friends"), ("//friends", "/friends"), ("/./friends?open=all", "/friends?open=all"),
        ("/friends?open=0,1", "/friends?open=climbing-crew.friends"), ("/%66riends", "/friends"),
        ("/products?cols=5", "/products"), ("/friends?page=9", "/friends"),
        ("/images/me/050x050.png", "/images/me/50x50.png"),
        ("/images/me/9x9.png?cap=1,2", "/images/me/9x9.png?cap=1.2"),
        ("/images/me/9x9@1x.png?mirror=0", "/images/me/9x9.png"),
        ("/images/chatto_bg_normal/60x60.png?cap=27.27", "/images/chatto_bg_normal/60x60.png"),
        ("/images/me/9x9.png?mode=tile&insets=1.1.1.1", "/images/me/9x9.png?insets=1.1.1.1"),
    ])
    func `another spelling is one hop away`(_ target: String, _ expected: String) throws {
        let redirect = try site.get(target)
        #expect([307, 308].contains(redirect.status) && redirect.location == expected)
        #expect(try site.get(expected).status == 200)
    }

    @Test func `a prefix stands wherever an address cannot be relative`() throws {
        let mounted = try TestSite(nil, basePath: "/team")
        for target in ["/friends", "/team/friends"] {
            #expect(try mounted.get(target).text.contains("<link rel=\"canonical\" href=\"/team/friends\">"))
        }
        #expect(try mounted.get("/team/friends/").location == "/team/friends")
        #expect(try mounted.get("/team/nowhere").text.contains("href=\"/team/\""))
        let forwarded = try site.get("/friends/") { $0.forwardedPrefix = view("/outer") }
        #expect(forwarded.location == "/outer/friends")
        #expect(try site.get("/sitemap.xml").text.contains("<loc>http://site.example/friends/friends</loc>"))
        #expect(try site.get("/robots.txt").text.contains("Sitemap: http://site.example/sitemap.xml"))
    }
}
