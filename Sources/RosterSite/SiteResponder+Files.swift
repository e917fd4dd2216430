internal import Bytes
internal import HTTP

extension SiteResponder {
    /// A public file, or a stretched picture, at `file` below the root; a hash that is no longer true may stand before it.
    func answer(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        file: ByteView,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        var path = file
        var hash: ByteView?
        let assets = ByteView("assets/")
        if path.hasPrefix(assets), let slash = path.firstIndex(of: UInt8(ascii: "/"), from: assets.count) {
            hash = path[assets.count..<slash]
            path = path.dropFirst(slash + 1)
        }
        if let asset = revision.theme.assets.asset(at: path.string) ?? revision.sheets.asset(at: path.string) {
            // Nobody may keep for ever what an address with the hash of another content gave.
            return Self.counted(asset.plain.respond(to: request, body: &body), .asset)
        }
        if path == ByteView("favicon.ico"), let icon = revision.theme.assets.asset(at: "images/favicon.png") {
            return Self.counted(icon.plain.respond(to: request, body: &body), .asset)
        }
        let images = ByteView("images/")
        if path.hasPrefix(images), let slash = path.lastIndex(of: UInt8(ascii: "/")), slash >= images.count,
            let image = revision.snapshot.images.image(named: path[images.count..<slash].string)
        {
            let name = path[images.count..<slash]
            let picture = PictureRequest(image: image, name: name, file: path.dropFirst(slash + 1), hash: hash)
            return answer(request, asked, picture, &body)
        }
        return refuse(.notFound, request, &body)
    }
}
