import Bytes
import PropertyList
import Testing

/// Swift types made of property lists, and what is said when they do not fit.
struct DecoderTests {
    struct Friend: Decodable, Equatable {
        enum Status: String, Decodable { case online, busy }
        var name: String
        var age: UInt8?
        var score: Double?
        var status: Status?
        var since: PropertyListDate?
        var picture: [UInt8]?
        var tags: [String]?
    }

    struct Group: Decodable, Equatable {
        var title: String
        var friends: [Friend]
        var counts: [String: Int]?
    }

    private func decode(_ friend: String) -> Result<[Group], PropertyListError> {
        let text =
            "<array>\n<dict><key>title</key><string>家人</string><key>friends</key><array><dict><key>name</key><string>a</string></dict>\n\(friend)</array></dict></array>"
        return Result { () throws(PropertyListError) in
            try ValueDecoder().decode([Group].self, from: PropertyList.parse(SharedBytes(Array(text.utf8))).root)
        }
    }

    @Test func `everything fits`() throws {
        let groups = try decode(
            """
            <dict><key>name</key><string>林</string><key>age</key><integer>255</integer><key>score</key><integer>3</integer>
            <key>status</key><string>busy</string><key>since</key><date>2001-01-01T00:00:01Z</date><key>picture</key><data>QUI=</data>
            <key>tags</key><array><string>x</string></array><key>unknown</key><true/></dict>
            """
        ).get()
        let friend = groups[0].friends[1]
        #expect(friend.name == "林" && friend.age == 255 && friend.score == 3 && friend.status == .busy)
        #expect(friend.since?.secondsSince2001 == 1 && friend.picture == [0x41, 0x42] && friend.tags == ["x"])
        #expect(groups[0].friends[0].age == nil)
    }

    @Test(arguments: [
        ("<string>b</string>", "3:1: error: a string where a dictionary was due [$[0].friends[1]]"),
        ("<dict/>", "3:1: error: the key 'name' is missing [$[0].friends[1]]"),
        (
            "<dict><key>name</key><integer>1</integer></dict>",
            "3:22: error: an integer where a string was due [$[0].friends[1].name]"
        ),
        (
            "<dict><key>name</key><string/><key>age</key><integer>256</integer></dict>",
            "3:45: error: 256 is outside 0 to 255 [$[0].friends[1].age]"
        ),
        (
            "<dict><key>name</key><string/><key>age</key><integer>-1</integer></dict>",
            "3:45: error: -1 is outside 0 to 255 [$[0].friends[1].age]"
        ),
        (
            "<dict><key>name</key><string/><key>age</key><real>1</real></dict>",
            "3:45: error: a real number where an integer was due [$[0].friends[1].age]"
        ),
        (
            "<dict><key>name</key><string/><key>since</key><string/></dict>",
            "3:47: error: a string where a date was due [$[0].friends[1].since]"
        ),
        (
            "<dict><key>name</key><string/><key>tags</key><array><true/></array></dict>",
            "3:53: error: a true or false where a string was due [$[0].friends[1].tags[0]]"
        ),
        (
            "<dict><key>name</key><string/><key>status</key><string>away</string></dict>",
            "3:48: error: Cannot initialize Status from invalid String value away [$[0].friends[1].status]"
        ),
    ])
    func `says where and what`(friend: String, message: String) {
        #expect(throws: PropertyListError.self) { try decode(friend).get() }
        if case .failure(let error) = decode(friend) { #expect(error.description == message) }
    }

    @Test func `large numbers and dictionaries`() throws {
        let list = try parse("<dict><key>a</key><integer>18446744073709551615</integer></dict>")
        #expect(try ValueDecoder().decode([String: UInt64].self, from: list.root) == ["a": .max])
        #expect(throws: PropertyListError.self) { try ValueDecoder().decode([String: Int].self, from: list.root) }
    }
}
