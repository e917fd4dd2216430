import Bytes
import Testing

@testable import RosterSite

@Suite struct ImageIndexTests {
    private func index(_ folder: TemporaryFolder, publicPath: String? = nil) -> ImageIndex {
        DataFolder(path: folder.path, publicPath: publicPath).loadImages()
    }

    @Test func `pictures are found as imageNamed finds them`() throws {
        let folder = try TemporaryFolder()
        try folder.write("images/ada.png", pngHeader(40, 30))
        try folder.write("images/ada@2x.png", pngHeader(80, 60))
        try folder.write("images/ada@3x.png", pngHeader(120, 90))
        try folder.write("images/only@2x.png", pngHeader(81, 61))
        try folder.write("images/faces/ben.jpg", [0xFF, 0xD8])
        try folder.write("images/notes.txt", "x")
        let images = index(folder)
        #expect(images.files.map(\.name) == ["ada", "faces/ben", "only"])
        let ada = try #require(images.image(named: "ada"))
        #expect(ada.variants.map(\.scale) == [1, 2, 3])
        #expect((ada.width, ada.height) == (40, 30))
        for name in ["ada.png", "ada@2x.png", "ada@3x", "images/ada", "images.bundle/ada.png", "Mine.bundle/ada"] {
            #expect(images.image(named: name) === ada, "\(name)")
        }
        let only = try #require(images.image(named: "only.png"))
        #expect((only.width, only.height) == (41, 31))
        #expect(images.image(named: "faces/ben") != nil)
        for name in ["ada.jpg", "ben", "notes", "notes.txt", "", "/ada", "../images/ada", "faces/../ada", "ADA"] {
            #expect(images.image(named: name) == nil, "\(name)")
        }
    }

    @Test func `the data folder's pictures come before those of Public`() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("images/me.png", pngHeader(1, 1))
        try other.write("images/me.png", pngHeader(2, 2))
        try other.write("images/bubble.png", pngHeader(55, 45))
        let images = index(folder, publicPath: other.path)
        #expect(images.image(named: "me")?.width == 1)
        #expect(images.image(named: "bubble")?.width == 55)
    }

    @Test func `links never lead outside`() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        try other.write("secret.png", pngHeader(9, 9))
        try folder.write("images/inner.png", pngHeader(3, 3))
        try folder.link("images/out.png", to: other.path + "/secret.png")
        try folder.link("images/up", to: other.path)
        try folder.link("images/same.png", to: "inner.png")
        try folder.link("images/loop", to: ".")
        #expect(index(folder).files.map(\.name).filter { !$0.hasPrefix("loop/") } == ["inner", "same"])
    }

    @Test func `a folder of pictures may itself be a link`() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        try other.write("a.png", pngHeader(3, 3))
        try folder.link("images", to: other.path)
        #expect(index(folder).image(named: "a") != nil)
    }

    @Test func `sizes are read from PNG, GIF and JPEG headers`() {
        let jpeg: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 17, 8, 1, 0, 2, 1, 3, 0, 0,
        ]
        let cases: [([UInt8], (Int, Int)?)] = [
            (pngHeader(7, 300), (7, 300)), (Array("GIF89a".utf8) + [4, 1, 2, 0], (260, 2)), (jpeg, (513, 256)),
            ([], nil), ([0x89], nil), (pngHeader(0, 3), nil), ([0xFF, 0xD8, 0xFF], nil), (Array("GIF8".utf8), nil),
        ]
        for (bytes, size) in cases {
            let header = unsafe bytes.withUnsafeBytes { unsafe ImageHeader(ByteView($0)) }
            #expect(header?.width == size?.0 && header?.height == size?.1)
        }
    }

    @Test(arguments: [
        ("a.png", "a", 1, ".png"), ("a@2x.png", "a", 2, ".png"), ("d/a@3x.JPG", "d/a", 3, ".jpg"), ("a", "a", 1, ""),
        ("a@2x", "a", 2, ""), ("@2x.png", "@2x", 1, ".png"), (".png", ".png", 1, ""), ("a.tar.gif", "a.tar", 1, ".gif"),
    ])
    func `names are taken apart`(text: String, name: String, scale: Int, ending: String) {
        let parts = ImageName(text)
        #expect((parts.name, parts.scale, parts.ending) == (name, scale, ending))
    }
}
