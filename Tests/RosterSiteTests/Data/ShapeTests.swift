import Bytes
import PropertyList
import Testing

@testable import RosterSite

@Suite struct ShapeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let expected: [String]
        var warnings: [String] = []

        init(_ name: String, _ body: String, _ expected: [String], warnings: [String] = []) {
            (testDescription, self.body, self.expected, self.warnings) = (name, body, expected, warnings)
        }
    }

    @Test(arguments: [
        Case(
            "rich groups",
            array(
                dict([
                    "name": "Family", "online": "<integer>1</integer>",
                    "friends": array(
                        dict(["name": "Mum", "intro": "hi", "vip": "<true/>"]),
                        dict(["name": "Dad", "vip": "<integer>0</integer>"])
                    ),
                ]),
                dict(["name": "Empty", "online": "<integer>0</integer>", "friends": "<array/>"])
            ),
            ["-Family 1/2: Mum* – hi, Dad", "-Empty 0/0: "]
        ),
        Case(
            "plain groups",
            array(dict(["group": "School", "friends": array("Ann", "Bob")])),
            ["-School ?/2: Ann, Bob"]
        ),
        Case(
            "empty names",
            array(dict(["name": "", "friends": array("", dict(["name": ""]), "Ann")])),
            ["- ?/3: , , Ann"],
            warnings: [
                "$[0] a group has no 'name'", "$[0].friends[0] a friend has no 'name'",
                "$[0].friends[1] a friend has no 'name'",
            ]
        ),
        Case(
            "both shapes in one file, also in one group",
            array(
                dict(["group": "A", "friends": array("Ann", dict(["name": "Bob", "vip": "1"]))]),
                dict(["name": "B", "friends": array(dict(["name": "Cy"]))])
            ),
            ["-A ?/2: Ann, Bob*", "-B ?/1: Cy"]
        ),
        Case(
            "other words for the same keys",
            array(
                dict([
                    "title": "C", "isExpanded": "<true/>",
                    "contacts": array(
                        dict(["fullName": "Jo", "currentStatus": "out", "isVip": "yes"]),
                        dict(["name": "K", "sign": "in"])
                    ),
                ])
            ),
            ["+C ?/2: Jo* – out, K – in"]
        ),
        Case(
            "capitals do not matter",
            array(dict(["Name": "A", "Friends": array(dict(["NAME": "x", "VIP": "<true/>"]))])),
            ["-A ?/1: x*"]
        ),
        Case(
            "a misspelt key is read and told",
            array(dict(["name": "A", "freinds": array("x"), "onlin": "<integer>1</integer>"])),
            ["-A 1/1: x"],
            warnings: [
                "$[0].freinds unknown key 'freinds' is read as 'friends'",
                "$[0].onlin unknown key 'onlin' is read as 'online'",
            ]
        ),
        Case(
            "unknown keys are told with their path",
            array(dict(["name": "A", "colour": "red", "friends": array("x", dict(["name": "y", "nick": "z"]))])),
            ["-A ?/2: x, y"],
            warnings: [
                "$[0].colour unknown key 'colour' in a group", "$[0].friends[1].nick unknown key 'nick' in a friend",
            ]
        ),
        Case(
            "statuses are counted when online is not given",
            array(
                dict([
                    "name": "A",
                    "friends": array(
                        dict(["name": "a", "status": "online"]),
                        dict(["name": "b", "status": "Away"]),
                        dict(["name": "c", "status": "busy"]),
                        dict(["name": "d", "status": "offline"]),
                        dict(["name": "e"])
                    ),
                ])
            ),
            ["-A 3/5: a (online), b (away), c (busy), d (offline), e"]
        ),
        Case(
            "online given wins over statuses",
            array(
                dict(["name": "A", "online": "0", "friends": array(dict(["name": "a", "status": "online"]))])
            ),
            ["-A 0/1: a (online)"]
        ),
        Case(
            "online is kept within 0 and the total",
            array(
                dict(["name": "A", "online": "<integer>7</integer>", "friends": array("x")]),
                dict(["name": "B", "online": "<integer>-1</integer>", "friends": array("x")])
            ),
            ["-A 1/1: x", "-B 0/1: x"],
            warnings: [
                "$[0].online online is 7, but the total is 1: 1 is shown",
                "$[1].online online is -1, but the total is 1: 0 is shown",
            ]
        ),
        Case(
            "what has no sensible meaning is left out and told",
            array(
                dict(["name": "A", "online": "many", "friends": array("x", "<true/>", "<array/>")]),
                "<string>B</string>",
                dict(["name": "C", "friends": array("y")])
            ),
            ["-A ?/1: x", "-C ?/1: y"],
            warnings: [
                "$[0].friends[1] expected a friend (a name or a dictionary), found a true or false: left out",
                "$[0].friends[2] expected a friend (a name or a dictionary), found an array: left out",
                "$[0].online expected a number of friends online, found 'many': left out",
                "$[1] expected a group (a dictionary), found a string: left out",
            ]
        ),
        Case(
            "values of other kinds",
            array(
                dict([
                    "name": "<integer>7</integer>",
                    "friends": array(
                        "<integer>10086</integer>",
                        dict(["name": "<real>1.5</real>", "vip": "maybe", "status": "gone"])
                    ),
                ])
            ),
            ["-7 ?/2: 10086, 1.5"],
            warnings: [
                "$[0].friends[1].status expected online, away, busy or offline, found 'gone'",
                "$[0].friends[1].vip expected true or false, found 'maybe'",
            ]
        ),
        Case(
            "friends without groups are one open group of the page's name",
            "<dict><key>Item 2</key>\(dict(["fullName": "B"]))<key>Item 10</key>\(dict(["fullName": "C"]))<key>Item 1</key>"
                + "\(dict(["fullName": "A", "intro": "hi"]))</dict>",
            ["+page ?/3: A – hi, B, C"]
        ),
        Case("no groups at all", "<array/>", []),
        Case(
            "groups under a key",
            dict(["groups": array(dict(["name": "A", "friends": array("x")])), "version": "<integer>2</integer>"]),
            ["-A ?/1: x"],
            warnings: ["$.version unknown key 'version' beside the list"]
        ),
        Case(
            "one key said twice",
            array(dict(["title": "T", "name": "N", "friends": array("x")])),
            ["-N ?/1: x"],
            warnings: ["$[0].title key 'title' is left out: 'name' says the same"]
        ),
        Case(
            "ids used twice",
            array(
                dict(["name": "A", "id": "a1", "friends": array(dict(["name": "x", "id": "p1"]))]),
                dict(["name": "B", "id": "a1", "friends": array(dict(["name": "y", "id": "p1"]))])
            ),
            ["-A ?/1: x", "-B ?/1: y"],
            warnings: [
                "$[1] id 'a1' is used twice: the second one gets a number",
                "$[1].friends[0] id 'p1' is used twice: the second one gets a number",
            ]
        ),
    ])
    func `friend lists`(_ sample: Case) throws {
        let result = try reading(sample.body)
        guard case .friendList = result.content else {
            Issue.record("no friend list")
            return
        }
        #expect(result.outlineOfFriends == sample.expected)
        #expect(result.warningTexts == sample.warnings)
    }

    @Test(arguments: [
        Case(
            "names and pictures",
            array(dict(["name": "Tea", "icon": ""]), dict(["title": "Pot", "icon": ""])),
            ["Tea  []", "Pot  []"]
        ),
        Case(
            "empty and missing names",
            array(dict(["name": "", "price": "1"]), dict(["icon": "", "price": "2"])),
            [" 1 []", " 2 []"],
            warnings: ["$[0] a product has no 'name'", "$[1] a product has no 'name'"]
        ),
        Case(
            "under a key, by number, in the order given",
            dict([
                "itemsOrder": "3, 1",
                "items": dict([
                    "1": dict(["name": "one", "price": "<real>2.5</real>"]),
                    "2": dict(["name": "two", "price": "<integer>3</integer>"]),
                    "3": dict([
                        "name": "three", "price": dict(["EUR": "<real>2.0</real>", "CNY": "<real>18.25</real>"]),
                    ]),
                ]),
            ]),
            ["three EUR 2 · CNY 18.25 []", "one 2.50 []", "two 3 []"]
        ),
        Case(
            "rows of arrays",
            array(array(dict(["name": "a", "icon": ""])), array(dict(["name": "b", "icon": ""]))),
            ["a  []", "b  []"]
        ),
        Case(
            "rows of strings",
            array(array("Plum", "3", "plum.png", "$4.00/lb"), array("Fig", "1", "fig.jpg", "€2")),
            ["Plum $4.00/lb [plum.png]", "Fig €2 [fig.jpg]"],
            warnings: [
                "$[0][2] there is no picture 'plum.png' in the image folders: initials are shown",
                "$[1][2] there is no picture 'fig.jpg' in the image folders: initials are shown",
            ]
        ),
        Case(
            "pictures from elsewhere",
            array(
                dict(["name": "a", "img": "http://example.invalid/a.png"]),
                dict(["name": "b", "img": "../b.png"])
            ),
            ["a  [http://example.invalid/a.png]", "b  [../b.png]"],
            warnings: [
                "$[0].img picture 'http://example.invalid/a.png' is not in the data folder: initials are shown",
                "$[1].img picture '../b.png' is outside the image folders: initials are shown",
            ]
        ),
        Case(
            "links that are none",
            array(dict(["name": "a", "price": "1", "url": "javascript:alert(1)"])),
            ["a 1 []"],
            warnings: [
                "$[0].url expected an address with https:, http:, mailto: or tel:, or a path, "
                    + "found 'javascript:alert(1)': left out"
            ]
        ),
    ])
    func `product grids`(_ sample: Case) throws {
        let result = try reading(sample.body)
        #expect(result.products == sample.expected)
        #expect(result.warningTexts == sample.warnings)
    }

    @Test(arguments: [
        Case(
            "text, time and type",
            array(
                dict(["text": "hi", "time": "1", "type": "<integer>0</integer>"]),
                dict(["text": "ho", "time": "1", "type": "<integer>1</integer>"]),
                dict(["text": "", "time": "2", "type": "1"])
            ),
            ["> hi (1)", "< ho (same)", "<  (2)"]
        ),
        Case(
            "content, and types in words",
            array(dict(["content": "a", "type": "me"]), dict(["content": "b", "type": "other"])),
            ["> a ()", "< b ()"]
        ),
        Case(
            "types that are none",
            array(dict(["text": "a", "time": "1", "type": "<integer>2</integer>"]), dict(["text": "b", "time": "2"])),
            ["< a (1)", "< b (2)"],
            warnings: [
                "$[0].type expected type 0 (mine) or 1 (theirs), found 2: it is shown on the other side",
                "$[1] a message has no 'type': it is shown on the other side",
            ]
        ),
    ])
    func `chats`(_ sample: Case) throws {
        let result = try reading(sample.body)
        #expect(result.messages == sample.expected)
        #expect(result.warningTexts == sample.warnings)
    }

    @Test(arguments: [
        "<string>only this</string>", "<dict/>", array("a", "b"), array(array("a", "b"), array("c", "d")),
        dict(["a": "1", "b": array("2")]), array(dict(["x": "1"])),
        dict([
            "a": array(dict(["name": "A", "friends": array("x")])),
            "b": array(dict(["name": "B", "friends": array("y")])),
        ]),
    ])
    func `anything else is an outline`(_ body: String) throws {
        let result = try reading(body)
        guard case .outline = result.content else {
            Issue.record("no outline")
            return
        }
        #expect(result.warningTexts.isEmpty)
    }

    @Test func `an outline has a row for each value and a key for each container`() throws {
        let body = dict([
            "Plans": array("<integer>1</integer>", dict(["when": "<date>2026-01-31T12:00:00Z</date>"])),
            "Bytes": "<data>AQID</data>", "plans": "<dict/>",
        ])
        guard case .outline(let outline) = try reading(body).content else {
            Issue.record("no outline")
            return
        }
        let rows = outline.nodes.map { node in
            "\(node.depth) \(outline.text[node.label].string) \(outline.text[node.value].string) \(node.count) ..\(node.end)"
        }
        #expect(
            rows == [
                "0 Plans  2 ..4", "1 0 1 0 ..2", "1 1  1 ..4", "2 when 2026-01-31T12:00:00Z 0 ..4",
                "0 Bytes AQID 3 ..5",
                "0 plans  0 ..6",
            ]
        )
        let keys = outline.sections.map { outline.text[outline.nodes[$0].key].string }
        #expect(keys.count == 3 && keys.first == "plans" && Set(keys).count == 3)
        #expect(keys.allSatisfy { KeyRules.isKey(view($0)) })
        #expect(outline.keys.match(view(keys[1])) == .key(1))
    }

    @Test func `places found one after another are the places of the values`() throws {
        let text =
            "\u{FEFF}<plist>\r\n<array>\r<string>é好</string><string>x</string>\n\n  <integer>1</integer></array></plist>"
        let values = Array(try PropertyList.parse(view(text)).root.elements)
        var finder = SourcePositionFinder()
        for value in values + values.reversed() { #expect(finder.position(of: value) == value.position) }
        #expect(values.map { finder.position(of: $0)?.line } == [3, 3, 5])
    }

    @Test func `of many warnings of one kind the first are told and the rest counted`() throws {
        let friends = (0..<50).map { dict(["name": "f\($0)", "nick": "n"]) }.joined()
        let result = try reading(array(dict(["name": "A", "friends": "<array>\(friends)</array>"])))
        #expect(result.warnings.count == WarningLog.perKind + 1)
        #expect(result.warnings.last?.sentence == "30 more warnings like these (in all unknown a friend nick: 50)")
    }

    @Test(arguments: [
        ("https://example.invalid/a?b=c", true), ("HTTP://x", true), ("mailto:a@example.invalid", true),
        ("tel:+86", true),
        ("/friends", true), ("/", true), ("//evil.invalid", false), ("/\\evil", false), ("javascript:alert(1)", false),
        ("data:text/html,x", false), ("https://", false), ("java\tscript:x", false), ("https://a b", false),
        ("", false),
        ("friends", false),
    ])
    func `addresses that a link may have`(text: String, isAllowed: Bool) {
        #expect(LinkAddress.isAllowed(view(text)) == isAllowed)
    }
}
