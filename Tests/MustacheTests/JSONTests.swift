import Bytes
import Mustache
import Testing

/// The JSON reader behind `roster render`.
struct JSONTests {
    static func read(_ text: String) throws -> TemplateValue {
        try read(Array(text.utf8))
    }

    static func read(_ bytes: [UInt8]) throws -> TemplateValue {
        let shared = SharedBytes(bytes)
        return try withExtendedLifetime(shared) { try TemplateValue(json: shared.view, file: "data.json") }
    }

    @Test(arguments: [
        ("null", TemplateValue.null),
        (" true ", .bool(true)),
        ("\u{FEFF}false", .bool(false)),
        ("-0", .integer(0)),
        ("9223372036854775807", .integer(.max)),
        ("9223372036854775808", .real(9_223_372_036_854_775_808)),
        ("1.5e-3", .real(0.0015)),
        ("1E2", .real(100)),
        ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00é\"", .string("a\"\\/\u{8}\u{C}\n\r\té😀é")),
        ("[ ]", .list([])),
        ("[1 , [2]]", .list([.integer(1), .list([.integer(2)])])),
        ("{ }", .object([:])),
        ("{\"a\" : {\"b\":null}, \"\":1}", .object(["a": .object(["b": .null]), "": .integer(1)])),
    ])
    func reads(_ text: String, _ expected: TemplateValue) throws {
        #expect(try Self.read(text) == expected)
    }

    @Test(arguments: [
        ("", "1:1", "expected a value"),
        ("nul", "1:1", "expected a value"),
        ("[1,]", "1:4", "expected a value"),
        ("[1 2]", "1:4", "expected ',' or ']'"),
        ("{\"a\":1,}", "1:8", "expected a key in quotes"),
        ("{\"a\" 1}", "1:6", "expected ':'"),
        ("{\"a\":1 \"b\":2}", "1:8", "expected ',' or '}'"),
        ("{\n\"a\":1,\n \"a\":2}", "3:2", "the key 'a' stands here twice"),
        ("01", "1:1", "does not begin with 0"),
        ("-", "1:1", "expected a value"),
        ("1.", "1:3", "expected a digit"),
        ("1e+", "1:4", "expected a digit"),
        ("1e999", "1:1", "out of range"),
        ("+1", "1:1", "expected a value"),
        (".5", "1:1", "expected a value"),
        ("NaN", "1:1", "expected a value"),
        ("'a'", "1:1", "expected a value"),
        ("\"a", "1:1", "never ends"),
        ("\"a\nb\"", "1:3", "a control character"),
        ("\"\\x\"", "1:2", "no such escape"),
        ("\"\\u12g4\"", "1:2", "four hexadecimal digits"),
        ("\"\\uD83D\"", "1:2", "half of a surrogate pair"),
        ("\"\\uDE00\"", "1:2", "half of a surrogate pair"),
        ("\"\\uD83D\\u0041\"", "1:2", "half of a surrogate pair"),
        ("1 // one", "1:3", "expected the end"),
        (String(repeating: "[", count: 100_000), "1:257", "more than 256 values deep"),
    ])
    func refuses(_ text: String, _ place: String, _ reason: String) throws {
        let error = try #require(throws: TemplateError.self) { try Self.read(text) }
        #expect(error.place == "data.json:\(place)", "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: TemplateError.self) { try Self.read([0x22, 0xFF, 0x22]) }
        #expect(throws: TemplateError.self) { try Self.read([0x22, 0xC0, 0x80, 0x22]) }
    }

    @Test func `any prefix of a text is refused or read, never worse`() throws {
        let text = Array("{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\n\",{\"b\":{}}]}".utf8)
        for length in 0..<text.count {
            #expect(throws: TemplateError.self) { try Self.read(Array(text[..<length])) }
        }
        #expect(try Self.read(text) != .null)
    }
}
