public import Bytes
internal import HTTP

/// A copy of the site that any file server can show: `roster export`.
///
/// Begins at the first page and follows what pages link to: lists closed and with all groups open, their parts, group
/// pages, grids, chats, outlines, assets and exports. Search, filters and sorting need a server and are left out, and so
/// are pages whose file can't be read, with the links to them.
public final class StaticCopy {
    private let responder: any Responder
    private let layout: StaticLayout
    private let basePath: String
    private var waiting: [(reference: SiteReference, file: String)] = []
    private var known: Set<String> = []

    /// Why a copy can't be made.
    public struct Problem: Error, CustomStringConvertible {
        /// What could not be copied, and why.
        public let description: String
    }

    /// A copy of `site` as it is now.
    public init(of site: RosterSite) {
        responder = SiteResponder(site, sharesLoop: false)
        layout = StaticLayout(snapshot: site.revision.snapshot)
        basePath = site.configuration.basePath
    }

    /// Makes every file and hands it to `write` with its path below the copy's folder. Returns how many there were.
    public func run(_ write: (_ path: String, _ content: ByteView) throws -> Void) throws -> Int {
        enqueue(.root, "index.html")
        enqueue(SiteReference(path: "/favicon.ico"), "favicon.ico")
        var count = 0
        var buffer = OutputBuffer(capacity: 64 * 1024)
        while let (reference, file) = waiting.popLast() {
            let isPage = try fetch(reference, into: &buffer)
            if isPage {
                let text = SharedBytes(Array(rewrite(buffer.view.string, at: reference, in: file).utf8))
                try withExtendedLifetime(text) { try write(file, text.view) }
            } else {
                if file.hasSuffix(".css") { followStyles(buffer.view.string, at: reference) }
                try write(file, buffer.view)
            }
            count += 1
        }
        return count
    }

    private func enqueue(_ reference: SiteReference, _ file: String) {
        if known.insert(file).inserted { waiting.append((reference, file)) }
    }

    private func rewrite(_ page: String, at base: SiteReference, in file: String) -> String {
        StaticMarkup { [self] text in
            guard let (reference, fragment) = SiteReference.resolve(text, on: base) else { return text }
            guard let target = layout.file(for: reference, on: base) else { return nil }
            enqueue(layout.address(for: reference, on: base), target)
            let way = SiteReference.relativePath(from: file, to: target)
            return way.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.pathSegment(String($0)) }.joined(separator: "/") + fragment
        }.rewrite(page)
    }

    /// Style sheets lie where the server has them, so what they name does too: it only has to be copied.
    private func followStyles(_ sheet: String, at base: SiteReference) {
        var rest = sheet[...]
        while let open = rest.firstRange(of: "url("), let close = rest[open.upperBound...].firstIndex(of: ")") {
            let text = rest[open.upperBound..<close].filter { $0 != "\"" && $0 != "'" }
            rest = rest[close...]
            guard let (reference, _) = SiteReference.resolve(text, on: base),
                let file = layout.file(for: reference, on: base)
            else { continue }
            enqueue(reference, file)
        }
    }

    /// Asks the site itself; the content is in `buffer` afterwards. Whether it is a page.
    private func fetch(_ reference: SiteReference, into buffer: inout OutputBuffer) throws(Problem) -> Bool {
        let query = reference.query.isEmpty ? "" : "?" + reference.query
        let target = basePath + reference.path + query
        let head = SharedBytes(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        var request = HTTPRequest()
        let limits = RequestLimits.default
        guard case .complete = RequestParser(limits: limits).parse(head.view, into: &request) else {
            throw Problem(description: "\(target): not an address")
        }
        buffer.removeAll()
        let response = responder.respond(to: request, body: &buffer)
        withExtendedLifetime(head) {}
        guard response.status == .ok else {
            throw Problem(description: "\(target): the site answers \(response.status.code)")
        }
        let further = response.furtherFields
        let fields = (response.fields.map { $0[response.fieldRange].string } ?? "") + buffer.view.prefix(further).string
        let content = response.body.content(of: buffer, from: further)
        buffer.removeAll()
        buffer.append(content)
        return fields.contains("Content-Type: text/html")
    }
}

extension HTTPResponse.Body {
    /// A copy of the content; `buffer` holds it from `start` on if it is there.
    fileprivate func content(of buffer: borrowing OutputBuffer, from start: Int) -> [UInt8] {
        switch self {
        case .none, .omitted, .unmeasured, .pending: []
        case .buffer: buffer.view.dropFirst(start).array
        case .shared(let bytes, let range): bytes[range].array
        }
    }
}
