import Testing

@testable import RosterSite

/// Pictures and downloads that take long, as the site answers them.
struct SlowAnswerTests {
    private static let slow = "/images/chatto_bg_normal/300x300.png?insets=1.9.1.1&mode=stretch"

    @Test func `a picture drawn in full is drawn once for all loops`() async throws {
        let site = try TestSite([:])
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<6 {
                let loop = TestSite(sharing: site)
                nonisolated(unsafe) let one = loop
                group.addTask { try unsafe one.get(Self.slow).content }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.count == 6 && Set(bodies).count == 1 && bodies[0].count > 1000)
        #expect(site.site.workshop.drawnCount == 1 && site.site.workshop.maker.counts.made == 1)
        // A loop that has not seen it yet finds it, and keeps it for the next request in the same words.
        let last = TestSite(sharing: site)
        for _ in 0..<2 { #expect(try last.get(Self.slow).content == bodies[0]) }
        #expect(last.waits == 0 && site.site.workshop.drawnCount == 1)
    }

    @Test func `small pictures and those whose middle only repeats keep nobody waiting`() throws {
        let site = try TestSite([:])
        for target in ["250x200.png", "2048x2048.png?cap=26.20", "60x60.png?cap=0.0"] {
            #expect(try site.get("/images/chatto_bg_normal/" + target).status == 200)
        }
        #expect(site.waits == 0 && site.site.workshop.maker.counts.made == 0)
    }

    @Test func `HEAD and conditions draw nothing`() throws {
        let site = try TestSite([:])
        let head = try site.get(Self.slow, method: "HEAD")
        #expect(head.status == 200 && head.content.isEmpty)
        let tag = try #require(head.fields["etag"])
        #expect(try site.get(Self.slow, fields: ["If-None-Match: \(tag)"]).status == 304)
        #expect(try site.get(Self.slow, fields: ["If-Match: \"other\""]).status == 412)
        #expect(site.waits == 0 && site.site.workshop.drawnCount == 0)
        let answer = try site.get(Self.slow)
        #expect(answer.fields["etag"] == tag && answer.fields["content-type"] == "image/png" && site.waits == 1)
    }

    @Test func `caps that do not fit are refused at once, whatever is asked of them`() throws {
        let site = try TestSite([:])
        let refused = try site.get("/images/chatto_bg_normal/500x500@2x.png?cap=55.0")
        #expect(refused.status == 422 && refused.text.contains("leaves no point to stretch") && site.waits == 0)
    }

    private static func friends(_ count: Int) -> String {
        let names = (0..<count).map { "<string>friend number \($0)</string>" }.joined()
        let group = "<dict><key>name</key><string>g</string><key>friends</key><array>\(names)</array></dict>"
        return "<plist><array>\(group)</array></plist>"
    }

    @Test func `a large download is written out once, and shared`() throws {
        let site = try TestSite(["many.plist": Self.friends(3000), "few.plist": Self.friends(3)])
        for format in ["json", "csv", "vcf", "plist"] {
            let first = try site.get("/many.\(format)")
            #expect(first.status == 200 && first.count(of: "friend number") >= 3000, "\(format)")
            #expect(try TestSite(sharing: site).get("/many.\(format)").content == first.content)
        }
        #expect(site.waits == 4 && site.site.exports.counts.made == 4)
        let head = try site.get("/many.csv?show=online", method: "HEAD")
        #expect(head.status == 200 && head.content.isEmpty && site.waits == 4)
        let zipped = try site.get("/many.csv", fields: ["Accept-Encoding: gzip"])
        #expect(zipped.fields["content-encoding"] == "gzip" && zipped.content.starts(with: [0x1f, 0x8b]))
        #expect(try site.get("/many.csv?q=number+2999").count(of: "friend number") == 1)
        #expect(site.waits == 6)
        #expect(try site.get("/few.csv").count(of: "friend number") == 3 && site.waits == 6)
    }

    @Test func `metrics say what was made beside the loops`() throws {
        let site = try TestSite([:])
        _ = try site.get(Self.slow)
        let text = site.metrics
        #expect(text.contains("\nroster_pictures_drawn_total 1\n"))
        #expect(text.contains("\nroster_contents_made_total{kind=\"picture\"} 1\n"))
        #expect(text.contains("\nroster_contents_made_total{kind=\"export\"} 0\n"))
        #expect(text.contains("\nroster_contents_waiting{kind=\"picture\"} 0\n"))
    }
}
