import Bytes
import PropertyList
import Testing

@testable import RosterSite

@Suite struct SiteSettingsTests {
    private func read(_ body: String) throws -> (settings: SiteSettings, warnings: [String]) {
        let (settings, warnings) = SiteSettingsReader.read(try propertyList(body))
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
    ])
    func `what is wrong is told and loses only itself`(body: String, warnings: [String]) throws {
        #expect(try read(body).warnings == warnings)
    }
}
