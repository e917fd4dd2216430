internal import Bytes
internal import HTTP
internal import Images

extension SiteResponder {
    /// What a stretched picture is asked for by.
    struct PictureRequest {
        let image: ImageFile
        /// What the path calls it.
        let name: ByteView
        /// The last part of the path: size and scale.
        let file: ByteView
        /// The hash that the address names, if it does.
        let hash: ByteView?
    }

    /// A stretched picture: 400 for a bad size, 422 for bad caps, 308 for another spelling, 503 when too many wait.
    func answer(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ picture: PictureRequest,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let size: PictureSize
        let query: PictureQuery
        do {
            size = try PictureSize(picture.file)
        } catch {
            let limits = "sides from 1 to \(PictureSize.side) points, at most \(PictureSize.pixels) pixels"
            return refuse(.badRequest, request, &body, detail: "expected WIDTHxHEIGHT[@2x|@3x].png, \(limits)")
        }
        do {
            query = try PictureQuery(request.query)
        } catch {
            switch error {
            case .malformed: return refuse(.badRequest, request, &body)
            case .caps(let sentence): return refuse(.unprocessableContent, request, &body, detail: sentence)
            }
        }
        guard let variant = picture.image.variants.first(where: { $0.scale == size.scale }) else {
            return refuse(.notFound, request, &body, detail: "there is no \(size.scale)x of '\(picture.image.name)'")
        }
        let standard = revision.snapshot.settings.caps(of: picture.image)
        if let redirect = redirectToCanonical(request, asked, picture, size, query, standard, &body) { return redirect }
        return draw(request, asked, picture, variant, size, query, standard, &body)
    }

    private func redirectToCanonical(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ picture: PictureRequest,
        _ size: PictureSize,
        _ query: PictureQuery,
        _ standard: Caps?,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse? {
        var file = OutputBuffer(capacity: 32)
        size.append(to: &file)
        var canonical = OutputBuffer(capacity: 64)
        query.append(to: &canonical, standard: standard)
        var name = OutputBuffer(capacity: 64)
        name.append(picture.image.address)
        // Scale, ending and bundle are understood in a name, as `imageNamed:` does, but it has one spelling.
        let isSpelledSo = file.view == picture.file && canonical.view == request.query && name.view == picture.name
        guard !isSpelledSo else { return nil }
        var path = OutputBuffer(capacity: 128)
        path.append(self.path.view.prefix(self.path.count - picture.file.count - 1 - picture.name.count))
        path.append(name.view)
        path.append("/")
        path.append(file.view)
        return redirect(.permanentRedirect, asked, toPath: path.view, query: canonical.view, &body)
    }

    private func draw(
        _ request: borrowing HTTPRequest,
        _ asked: Asked,
        _ picture: PictureRequest,
        _ variant: ImageFile.Variant,
        _ size: PictureSize,
        _ query: PictureQuery,
        _ standard: Caps?,
        _ body: inout OutputBuffer,
    ) -> HTTPResponse {
        let caps = (query.caps ?? standard)?.insets ?? .none
        writeHead(picture, variant, size, query, caps)
        switch ConditionalRequest.evaluate(request, tag: head.tagValue) {
        case .notModified: return Self.counted(short(.notModified, &body), .image)
        case .preconditionFailed: return Self.counted(short(.preconditionFailed, &body), .image)
        case .proceed: break
        }
        let order = PictureOrder(variant, caps: caps, size: size, isMirrored: query.isMirrored)
        let workshop = site.workshop
        do throws(ImageError) {
            let isQuick = try workshop.isQuick(order)
            guard isQuick || !sharesLoop else {
                let made = ContentMaker.Order(key: order.key, cost: order.cost) { workshop.outcome(order) }
                return answer(request, asked, made, by: workshop.maker, as: Self.slowPictures, &body)
            }
            content.removeAll()
            try workshop.draw(order, into: &content)
        } catch {
            return refuse(error.status, request, &body, detail: "\(error)")
        }
        keep(.own, asked.key, content: content.view)
        return Self.counted(full(content.view, &body), .image)
    }

    /// The validator is known before anything is drawn: it names the file, what is done with it, and how.
    private func writeHead(
        _ picture: PictureRequest,
        _ variant: ImageFile.Variant,
        _ size: PictureSize,
        _ query: PictureQuery,
        _ caps: CapInsets,
    ) {
        var hash = StableHash()
        hash.add(number: Self.drawingRevision)
        hash.add(number: variant.hash)
        hash.add("\(size.width)x\(size.height)@\(size.scale) \(query.isMirrored) \(caps)")
        let isCurrent = picture.hash.map { $0.string == revision.theme.assets.hash(ofImage: variant) } ?? false
        head.write(
            .init(
                hash: hash.value,
                policy: isCurrent ? .immutable : .revalidated,
                type: "image/png",
                variesByCoding: false,
            )
        )
    }

    private static let slowPictures = SlowKind(
        route: .image,
        pool: .own,
        busy: "too many large pictures are asked for at once",
    )

    /// Raised whenever the same request would be drawn with other bytes.
    private static let drawingRevision: UInt64 = 2
}
