import Bytes
import CDeflate
import HTTP
import Testing

struct NegotiationTests {
    @Test(arguments: [
        ("gzip", ContentCoding.gzip), ("br, gzip", .brotli), ("gzip;q=1.0, br;q=0.5", .gzip), ("x-gzip", .gzip),
        ("GZIP;Q=0.5", .gzip), ("gzip;q=0", .identity), ("gzip;q=0.000", .identity), ("deflate", .identity),
        ("*", .gzip), ("*;q=0, identity", .identity), ("", .identity), ("identity;q=1, gzip;q=0.5", .identity),
        (";;q=,gzip;q=zz,,*;q=1.0000", .identity), ("gzip;q=1.5", .identity), ("gzip;x=y", .gzip),
        ("identity;q=0, gzip", .gzip), ("br;q=0, *", .gzip),
    ])
    func `the best coding that is accepted`(_ value: String, _ expected: ContentCoding) {
        #expect(withGet("Accept-Encoding: \(value)") { AcceptedCodings($0).best(gzip: true, brotli: true) } == expected)
    }

    @Test(arguments: ["identity;q=0", "*;q=0", "identity;q=0, deflate", "identity;q=0.0,gzip;q=0"])
    func `nothing acceptable is left`(_ value: String) {
        let best = withGet("Accept-Encoding: \(value)") { request in AcceptedCodings(request).best(gzip: false) }
        #expect(best == .some(nil))
    }

    @Test func `what the last request accepted is not taken for the next one's`() {
        var request = HTTPRequest()
        for (fields, expected) in [
            ("Accept-Encoding: gzip, br\r\n", ContentCoding.brotli), ("Accept-Encoding: gzip, br\r\n", .brotli),
            ("Accept-Encoding: gzip, bx\r\n", .gzip), ("", .identity), ("Accept-Encoding: gzip, br\r\n", .brotli),
            ("Accept-Encoding: gzip\r\nAccept-Encoding: br;q=0\r\n", .gzip), ("Accept-Encoding: gzip\r\n", .gzip),
            ("Accept-Encoding: \(String(repeating: "x,", count: 200)) br\r\n", .brotli),
        ] {
            let head = bytes("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            let outcome = RequestParser().parse(head.view, into: &request)
            #expect(outcome == .complete(length: head.count))
            let best = withExtendedLifetime(head) { AcceptedCodings(request).best(gzip: true, brotli: true) }
            #expect(best == expected, "\(fields)")
        }
    }

    @Test func `no field accepts the plain content`() {
        #expect(withGet { AcceptedCodings($0).best(gzip: true, brotli: true) } == .identity)
    }

    @Test(arguments: [
        ("en", 1), ("zh-CN,zh;q=0.9,en;q=0.8", 0), ("en-GB, zh", 1), ("en;q=0.3, zh-TW;q=0.4", 0), ("fr, *;q=0.1", 0),
        ("zh;q=0.5, *", 1), ("EN-us", 1),
    ])
    func `the best language there is`(_ value: String, _ expected: Int) {
        #expect(AcceptLanguage.best(lasting(value), offered: ["zh-Hans", "en"]) == expected)
    }

    @Test(arguments: ["", "fr", "en;q=0", "english", ";q=1", "en;q=x"])
    func `no language suits`(_ value: String) {
        #expect(AcceptLanguage.best(lasting(value), offered: ["zh-Hans", "en"]) == nil)
    }

    @Test func `gzip gives the same bytes each time and the content back`() {
        let content = bytes(String(repeating: "row of a table, ", count: 500))
        let compressor = GzipCompressor()
        var one = OutputBuffer()
        var two = OutputBuffer()
        let isDone = compressor.compress(content.view, into: &one) && compressor.compress(content.view, into: &two)
        #expect(isDone && one.view == two.view)
        #expect(one.count < content.count / 10)
        var plain = [UInt8](repeating: 0, count: content.count + 10)
        var size = 0
        let decompressor = unsafe libdeflate_alloc_decompressor()
        defer { unsafe libdeflate_free_decompressor(decompressor) }
        let result = unsafe libdeflate_gzip_decompress(
            decompressor,
            one.view.pointer,
            one.count,
            &plain,
            plain.count,
            &size
        )
        #expect(result == LIBDEFLATE_SUCCESS)
        #expect(Array(plain.prefix(size)) == content.view.array)
    }

    @Test func `files have the type of their ending`() {
        #expect(MediaType.ofFile(ByteView("a/b.CSS")).map { ByteView($0) } == ByteView("text/css; charset=utf-8"))
        #expect(MediaType.ofFile(ByteView("a.b/css")) == nil)
        #expect(MediaType.ofFile(ByteView("css")) == nil)
        #expect(MediaType.ofFile(ByteView("x.unknown")) == nil)
        #expect(MediaType.isCompressible(ByteView("image/svg+xml; charset=utf-8")))
        #expect(!MediaType.isCompressible(ByteView("image/png")))
    }
}

struct StaticResourceTests {
    private static let resource: StaticResource = {
        var description = StaticResource.Description(
            mediaType: "text/css; charset=utf-8",
            revision: "abc",
            cacheControl: "public, max-age=60"
        )
        description.lastModified = 784_111_777
        return StaticResource(bytes(String(repeating: "a { color: red }\n", count: 100)), description)
    }()

    /// Status, field lines and the length of the content.
    private func answer(_ fields: String..., method: String = "GET") -> (Int, String, Int)? {
        withRequest((["\(method) /x.css HTTP/1.1", "Host: a"] + fields).joined(separator: "\n")) { request in
            var body = OutputBuffer()
            let response = Self.resource.respond(to: request, body: &body)
            var text = response.fields?[response.fieldRange].string ?? ""
            text += body.view.prefix(response.furtherFields).string
            guard case .shared(_, let range) = response.body else { return (Int(response.status.code), text, 0) }
            return (Int(response.status.code), text, Int(range.count))
        }
    }

    @Test func `the content comes with its validators`() {
        let (status, fields, count) = answer() ?? (0, "", 0)
        #expect(status == 200 && count == 1700)
        for line in [
            "ETag: \"abc\"\r\n", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "Vary: Accept-Encoding\r\n",
            "Content-Type: text/css; charset=utf-8\r\n", "Cache-Control: public, max-age=60\r\n",
            "Accept-Ranges: bytes\r\n",
        ] {
            #expect(fields.contains(line))
        }
    }

    @Test func `each coding has a tag of its own`() {
        let (_, gzip, gzipCount) = answer("Accept-Encoding: gzip") ?? (0, "", 0)
        #expect(gzip.contains("ETag: \"abc-gzip\"") && gzip.contains("Content-Encoding: gzip") && gzipCount < 200)
        #expect(!gzip.contains("Accept-Ranges"))
        let (_, brotli, brotliCount) = answer("Accept-Encoding: br, gzip") ?? (0, "", 0)
        #expect(brotli.contains("ETag: \"abc-br\"") && brotliCount < 200)
        #expect(answer("Accept-Encoding: gzip", "If-None-Match: \"abc-gzip\"")?.0 == 304)
        #expect(answer("Accept-Encoding: identity;q=0, deflate")?.0 == 406)
    }

    @Test func `a 304 says what the 200 would`() {
        let (status, fields, _) = answer("If-None-Match: W/\"abc\"") ?? (0, "", 0)
        #expect(status == 304)
        #expect(fields.contains("ETag: \"abc\"") && fields.contains("Vary: Accept-Encoding"))
        #expect(fields.contains("Cache-Control: public, max-age=60") && !fields.contains("Content-Type:"))
    }

    @Test func `parts are of the plain content`() {
        let (status, fields, count) = answer("Range: bytes=2-5", "Accept-Encoding: gzip") ?? (0, "", 0)
        #expect(status == 206 && count == 4 && fields.contains("Content-Range: bytes 2-5/1700\r\n\r\n"))
        #expect(answer("Range: bytes=1700-")?.0 == 416)
        #expect(answer("Range: bytes=1700-")?.1.contains("Content-Range: bytes */1700\r\n") == true)
        #expect(answer("Range: bytes=0-1", "If-Range: \"old\"")?.0 == 200)
        #expect(answer("Range: bytes=0-1", method: "HEAD")?.0 == 200)
        #expect(answer("If-Match: \"old\"", "Range: bytes=0-1")?.0 == 412)
    }
}
