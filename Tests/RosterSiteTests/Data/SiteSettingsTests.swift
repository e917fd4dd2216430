import Bytes
import PropertyList
import Testing

@testable import RosterSite

@Suite struct SiteSettingsTests {
    /// `name` with one file of that size in pixels.
    private static func picture(_ name: String, _ width: Int, _ height: Int, scale: Int = 1) -> ImageFile {
        let variant = ImageFile.Variant(
            scale: scale,
            fileName: name + ".png",
            pixelWidth: width,
            pixelHeight: height,
            bytes: SharedBytes([]),
            modified: 0,
            hash: 0
        )
        return ImageFile(name: name, ending: ".png", variants: [variant])
    }

    private static let pictures = ImageIndex(files: [
        picture("chatto_bg_normal", 55, 45), picture("a", 40, 40), picture("fine", 55, 45, scale: 2),
        picture("me_bubble", 30, 30), picture("you", 30, 30), picture("odd", 0, 0),
    ])

    private func read(_ body: String) throws -> (settings: SiteSettings, warnings: [String]) {
        let (settings, warnings) = SiteSettingsReader.read(try propertyList(body), images: Self.pictures)
        return (settings, warnings.map { "\($0.keyPath ?? "") \($0.sentence)\($0.hint.map { "; \($0)" } ?? "")" })
    }

    @Test func `everything can be set`() throws {
        let chat = dict([
            "name": "chat",
            "bubbles": dict([
                "mine": "me_bubble",
                "theirs": dict([
                    "image": "you",
                    "insets": array(
                        "<integer>1</integer>",
                        "<real>2</real>",
                        "<real>3.5</real>",
                        "<integer>4</integer>"
                    ), "mode": "stretch",
                ]),
            ]),
        ])
        let (settings, warnings) = try read(
            dict([
                "title": "Our site", "language": "en",
                "pages": array(
                    dict(["name": "products", "columns": "auto", "title": "Shop"]),
                    dict([
                        "name": "friends", "theme": "grey", "headerHeight": "<integer>48</integer>", "rowHeight": "60",
                        "order": "-3",
                    ]),
                    chat
                ),
                "images": dict(["you": dict(["cap": "10, 5"])]),
            ])
        )
        #expect(warnings == [])
        #expect(settings.title == "Our site")
        #expect(settings.language == "en")
        #expect(settings.pages["products"]?.columns == .automatic)
        #expect(settings.pages["products"]?.order == 0)
        #expect(settings.pages["friends"]?.theme == .grey)
        #expect(settings.pages["friends"]?.headerHeight == 48)
        #expect(settings.pages["friends"]?.rowHeight == 60)
        #expect(settings.pages["friends"]?.order == -3)
        #expect(settings.pages["chat"]?.bubbles.mine == "me_bubble")
        #expect(settings.pages["chat"]?.bubbles.theirs == "you")
        #expect(settings.pages["chat"]?.bubbles.theirsCaps == .stretched(top: 1, left: 2, bottom: 3.5, right: 4))
        #expect(settings.caps["you"] == .stretchable(left: 10, top: 5))
        #expect(settings.caps["buddy_header_bg"] == .stretchable(left: 10, top: 0))
    }

    @Test func `pages may be a dictionary by name`() throws {
        let (settings, warnings) = try read(dict(["pages": dict(["friends": dict(["columns": "3", "order": "2"])])]))
        #expect(warnings == [])
        #expect(settings.pages["friends"]?.columns == .fixed(3))
        #expect(settings.pages["friends"]?.order == 2)
    }

    @Test(arguments: [
        (array(), ["$ expected a dictionary of settings, found an array"]),
        (dict(["titel": "x"]), ["$.titel unknown setting 'titel'; did you mean 'title'?"]),
        (dict(["colour": "x"]), ["$.colour unknown setting 'colour'; expected one of title, language, pages, images"]),
        (dict(["language": "fr"]), ["$.language expected zh-Hans, en or auto, found 'fr'"]),
        (
            dict(["pages": array(dict(["name": "a", "theme": "gray"]))]),
            ["$.pages[0].theme expected classic, grey or orange, found 'gray'; did you mean 'grey'?"]
        ),
        (
            dict(["pages": array(dict(["name": "a", "columns": "13"]))]),
            ["$.pages[0].columns expected a number from 1 to 12 or 'auto', found '13'"]
        ),
        (
            dict(["pages": array(dict(["name": "a", "headerHeight": "<integer>5</integer>"]))]),
            ["$.pages[0].headerHeight expected a number from 24 to 200, found 5"]
        ),
        (
            dict(["pages": array(dict(["theme": "grey"]))]),
            ["$.pages[0] expected a dictionary with the 'name' of a page"]
        ),
        (
            dict(["images": dict(["a": dict(["cap": "1"])])]),
            ["$.images.a.cap expected 2 lengths from 0 to 2048 points: left, top"]
        ),
        (
            dict(["images": dict(["a": dict(["insets": "1,2,3,nan"])])]),
            ["$.images.a.insets expected 4 lengths from 0 to 2048 points: top, left, bottom, right"]
        ),
        (
            dict(["pages": array(dict(["name": "a"]), dict(["name": "a"]))]),
            ["$.pages[1] page 'a' is set twice: the later one counts"]
        ),
        (
            dict(["images": dict(["chatto_bg_normal": dict(["cap": "500,500"])])]),
            [
                "$.images.chatto_bg_normal.cap these caps do not fit the picture 'chatto_bg_normal' of 55 × 45 points: "
                    + "the default is used; left is at most 54, top at most 44"
            ]
        ),
        (
            dict(["images": dict(["fine": dict(["insets": "0,14,0,14"])])]),
            [
                "$.images.fine.insets these caps do not fit the picture 'fine' of 28 × 23 points: the default is used; "
                    + "left and right are at most 28 together, top and bottom at most 23"
            ]
        ),
        (
            dict(["images": dict(["yuo": dict(["cap": "1,1"])])]),
            [
                "$.images.yuo there is no picture 'yuo' in the image folders: these caps are of no use; did you mean 'you'?"
            ]
        ),
    ])
    func `what is wrong is told and loses only itself`(body: String, warnings: [String]) throws {
        #expect(try read(body).warnings == warnings)
    }

    @Test(arguments: [
        (Caps.stretchable(left: 54, top: 44), true), (.stretchable(left: 54.9, top: 0), true),
        (.stretchable(left: 55, top: 0), false), (.stretchable(left: 0, top: 45), false),
        (.tiled(top: 20, left: 30, bottom: 25, right: 25), true),
        (.tiled(top: 0, left: 30, bottom: 0, right: 26), false),
        (.stretched(top: 23, left: 0, bottom: 23, right: 0), false),
    ])
    func `caps fit a picture of 55 × 45 points or do not`(caps: Caps, fits: Bool) {
        #expect(caps.fit(Self.picture("x", 55, 45)) == fits)
        #expect(caps.fit(Self.picture("x", 110, 90, scale: 2)) == fits)
        #expect(caps.fit(Self.picture("unknown", 0, 0)))
    }

    @Test(arguments: [
        (
            dict(["mine": "nope"]),
            ["mine there is no picture 'nope' in the image folders: 'chatto_bg_normal' is used"]
        ),
        (
            dict(["mine": dict(["image": "me_buble", "cap": "3,3"])]),
            [
                "mine.image there is no picture 'me_buble' in the image folders: 'chatto_bg_normal' is used; "
                    + "did you mean 'me_bubble'?"
            ]
        ),
        (dict(["mine": "odd"]), ["mine the size of the picture 'odd' is unknown: 'chatto_bg_normal' is used"]),
        (
            dict(["mine": dict(["cap": "500,500"])]),
            [
                "mine.cap these caps do not fit the picture 'chatto_bg_normal' of 55 × 45 points: the default is used; "
                    + "left is at most 54, top at most 44"
            ]
        ),
    ])
    func `a bubble that can't be drawn is the default one`(bubbles: String, warnings: [String]) throws {
        let (settings, found) = try read(dict(["pages": array(dict(["name": "chat", "bubbles": bubbles]))]))
        #expect(found == warnings.map { "$.pages[0].bubbles." + $0 })
        #expect(settings.pages["chat"]?.bubbles.mine == "chatto_bg_normal")
        #expect(settings.pages["chat"]?.bubbles.mineCaps == nil)
    }

    @Test func `caps that do not fit leave the default`() throws {
        let settings = try read(dict(["images": dict(["chatto_bg_normal": dict(["cap": "500,500"])])])).settings
        #expect(settings.caps == SiteSettings.standardCaps)
    }

    @Test func `a page sheet never has caps that do not fit`() {
        var settings = SiteSettings()
        settings.caps["you"] = .stretchable(left: 500, top: 500)
        var page = PageSettings()
        page.bubbles.theirs = "you"
        let chat = Page(
            name: "chat",
            fileName: "",
            content: .chat(Chat(text: SharedBytes([]), messages: [])),
            settings: page
        )
        let snapshot = Snapshot(settings: settings, pages: [chat], images: Self.pictures, revision: 0)
        let rules = PageSheet.rules(for: chat, snapshot, AssetTable([]))
        #expect(rules.contains(".from{min-inline-size:30.0px;min-block-size:30.0px}"))
        #expect(!rules.contains("500"))
    }
}
