import Bytes
import HTTP
import Testing

@testable import RosterSite

/// A site with the project's own templates and public files, asked without sockets.
final class TestSite {
    /// Where the package lies.
    static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

    let folder: TemporaryFolder?
    let site: RosterSite
    private let responder: any Responder
    private var request = HTTPRequest()

    /// The sample data with the defaults: made once, it takes some time.
    private static let sample = Result { try make(root + "/Data") }

    private static func make(
        _ path: String,
        basePath: String = "",
        language: SiteConfiguration.Language = .auto,
        cacheBytes: Int = 1 << 20,
    ) throws -> RosterSite {
        var configuration = SiteConfiguration(
            dataFolder: path,
            templatesFolder: root + "/Templates",
            publicFolder: root + "/Public",
        )
        configuration.basePath = basePath
        configuration.language = language
        configuration.cacheBytes = cacheBytes
        return try RosterSite(configuration) { _ in }
    }

    /// The sample data with the defaults.
    init() throws {
        folder = nil
        site = try Self.sample.get()
        responder = site.makeResponder()
    }

    /// A site of `files`, property lists by name; nil: the sample data.
    init(
        _ files: [String: String]?,
        basePath: String = "",
        language: SiteConfiguration.Language = .auto,
        cacheBytes: Int = 1 << 20,
    ) throws {
        var path = Self.root + "/Data"
        if let files {
            let folder = try TemporaryFolder()
            for (name, text) in files { try folder.write(name, text) }
            path = folder.path
            self.folder = folder
        } else {
            folder = nil
        }
        site = try Self.make(path, basePath: basePath, language: language, cacheBytes: cacheBytes)
        responder = site.makeResponder()
    }

    deinit {
        if folder != nil { site.stop() }
    }

    /// A new site of a folder that another may have read before.
    init(readAgain folder: TemporaryFolder) throws {
        self.folder = folder
        site = try Self.make(folder.path)
        responder = site.makeResponder()
    }

    /// Another event loop of the same site.
    init(sharing other: TestSite) {
        folder = nil
        site = other.site
        responder = site.makeResponder()
    }

    /// The answer to a request for `target`.
    func get(
        _ target: String,
        method: String = "GET",
        fields: [String] = [],
        prepare: (inout HTTPRequest) -> Void = { _ in },
    ) throws -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: site.example\r\n"
        for field in fields { head += field + "\r\n" }
        let bytes = SharedBytes(Array((head + "\r\n").utf8))
        return try withExtendedLifetime(bytes) {
            guard case .complete = RequestParser().parse(bytes.view, into: &request) else {
                throw Unreadable(target: target)
            }
            prepare(&request)
            var body = OutputBuffer()
            var response = responder.respond(to: request, body: &body)
            while case .pending(let content) = response.body {
                waits += 1
                content.wait()
                body.removeAll()
                response = responder.respond(to: request, with: content, body: &body)
            }
            return Answer(response, body.view)
        }
    }

    /// What the site tells operators.
    var metrics: String {
        var output = OutputBuffer()
        site.appendMetrics(to: &output)
        return output.view.string
    }

    /// How often an answer was made on another thread.
    private(set) var waits = 0

    struct Unreadable: Error {
        let target: String
    }
}

/// An answer taken apart.
struct Answer {
    let status: Int
    let fields: [String: String]
    let content: [UInt8]

    init(_ response: HTTPResponse, _ body: ByteView) {
        status = Int(response.status.code)
        var lines = response.fields.map { $0[response.fieldRange].string } ?? ""
        lines += body.prefix(response.furtherFields).string
        var fields: [String: String] = [:]
        for line in lines.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        self.fields = fields
        switch response.body {
        case .none, .omitted, .unmeasured, .pending: content = []
        case .buffer: content = body.dropFirst(response.furtherFields).array
        case .shared(let bytes, let range): content = bytes[range].array
        }
    }

    /// The content as text.
    var text: String { String(decoding: content, as: UTF8.self) }

    /// Where a redirect leads.
    var location: String? { fields["location"] }

    /// How often `part` stands in the content.
    func count(of part: String) -> Int { text.split(separator: part, omittingEmptySubsequences: false).count - 1 }

    /// The values of an attribute, in order, unescaped.
    func values(of attribute: String) -> [String] {
        text.split(separator: " \(attribute)=\"", omittingEmptySubsequences: false).dropFirst().map { rest in
            rest.prefix { $0 != "\"" }.split(separator: "&amp;", omittingEmptySubsequences: false).joined(
                separator: "&"
            )
        }
    }

    /// The content between the first `start` and the next `end`.
    func between(_ start: String, _ end: String) -> String? {
        let parts = text.split(separator: start, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return parts[1].split(separator: end, maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }
}
