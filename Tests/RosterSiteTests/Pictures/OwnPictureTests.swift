import Bytes
import Images
import Testing

@testable import RosterSite

/// Pictures of the owner's that take the place of those that Roster brings along, and damaged ones.
struct OwnPictureTests {
    /// A PNG of that size: the sample's portrait, stretched.
    private func picture(_ width: Int, _ height: Int) throws -> [UInt8] {
        let file = try SharedBytes.contents(ofFile: TestSite.root + "/Public/images/me.png", limit: 1 << 20)
        let image = try ResizableImage(bitmap: PNGDecoder.decode(file.view), scale: 1, caps: .none)
        var output = OutputBuffer()
        try image.png(width: width, height: height, into: &output)
        return output.view.array
    }

    private func lines(_ folder: TemporaryFolder) -> [String] {
        var lines: [String] = []
        _ = DataCheck(publicPath: nil).run([folder.path]) { lines.append($0.description) }
        return lines
    }

    @Test(arguments: [
        (Caps.stretchable(left: 27, top: 27), 27, 20, Caps.stretchable(left: 13, top: 9)),
        (.stretchable(left: 27, top: 27), 60, 20, .stretchable(left: 27, top: 9)),
        (.stretchable(left: 27, top: 27), 28, 1, .stretchable(left: 27, top: 0)),
        (.stretchable(left: 10, top: 0), 9, 44, .stretchable(left: 4, top: 0)),
        (.stretchable(left: 27, top: 27), 0, 0, .stretchable(left: 27, top: 27)),
    ])
    func `caps that are too long keep all but the middle point`(caps: Caps, width: Int, height: Int, used: Caps) {
        let variants = [1, 2].map { scale in
            ImageFile.Variant(
                scale: scale,
                fileName: "x",
                pixelWidth: width * scale,
                pixelHeight: height * scale,
                bytes: SharedBytes([]),
                modified: 0,
                hash: 0,
            )
        }
        var settings = SiteSettings()
        settings.caps["x"] = caps
        let image = ImageFile(name: "x", ending: ".png", variants: variants)
        #expect(settings.caps(of: image) == used && used.fit(image))
    }

    @Test func `a small bubble of the owner's is drawn, and its owner told`() throws {
        let message = file("<array><dict><key>text</key><string>hi</string></dict></array>")
        let site = try TestSite(["chat.plist": message])
        let folder = try #require(site.folder)
        try folder.write("images/chatto_bg_normal.png", picture(24, 20))
        let own = try TestSite(readAgain: folder)
        #expect(try own.get("/images/chatto_bg_normal/80x60.png").status == 200)
        // The caps it has by itself need not be said.
        #expect(try own.get("/images/chatto_bg_normal/80x60.png?cap=11.9").location?.hasSuffix("/80x60.png") == true)
        #expect(try own.get("/images/chatto_bg_normal/80x60.png?cap=27.27").status == 422)
        #expect(
            lines(folder) == [
                "\(folder.path)/images/chatto_bg_normal.png: warning: at 24 × 20 points this picture is too small for the "
                    + "caps of its name, cap 27, 27: it stretches at its middle, cap 11, 9; 'images' in Site.plist may say "
                    + "otherwise"
            ]
        )
        let caps = "<key>chatto_bg_normal.png</key><dict><key>cap</key><string>3,4</string></dict>"
        try folder.write("Site.plist", file("<dict><key>images</key><dict>\(caps)</dict></dict>"))
        #expect(lines(folder) == [])
        let set = try TestSite(readAgain: folder)
        #expect(try set.get("/images/chatto_bg_normal/80x60.png?cap=3.4").location?.hasSuffix("/80x60.png") == true)
    }

    @Test func `a check names damaged pictures and why they are refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.plist", friendsFile("A", "x"))
        let good = try picture(12, 9)
        var damaged = good
        damaged[damaged.count - 20] ^= 0x55
        try folder.write("images/good.png", good)
        try folder.write("images/faces/damaged.png", damaged)
        try folder.write("images/short.png", Array(good.dropLast(13)))
        try folder.write("images/huge.png", pngHeader(100_000, 1))
        try folder.write("images/text.png", "not a picture")
        try folder.write("images/photo.jpg", "nor this")
        let found = lines(folder)
        #expect(found.count == 4)
        let start = "this picture can't be stretched, nor shown by every browser: "
        for (name, sentence) in [
            ("faces/damaged", start + "chunk"), ("short", start), ("huge", start),
            ("text", "this is no PNG picture: its size is unknown"),
        ] {
            #expect(found.contains { $0.contains("/images/\(name).png: warning: \(sentence)") }, "\(name): \(found)")
        }
    }
}
