import Bytes
import PropertyList
import Testing

/// The binary form: what its objects are, and that nothing it says is believed unchecked.
struct BinaryTests {
    @Test(
        arguments: [
            ([0x08], #"{"bool":false}"#), ([0x09], #"{"bool":true}"#), ([0x10, 0xFF], #"{"integer":"255"}"#),
            ([0x11, 0xFF, 0xFE], #"{"integer":"65534"}"#),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], #"{"integer":"4294967295"}"#),
            ([0x13] + [UInt8](repeating: 0xFF, count: 8), #"{"integer":"-1"}"#),
            (
                [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
                #"{"integer":"18446744073709551615"}"#
            ),
            ([0x14] + [UInt8](repeating: 0xFF, count: 16), #"{"integer":"-1"}"#),
            (
                [0x14] + [UInt8](repeating: 0xFF, count: 8) + [0x80, 0, 0, 0, 0, 0, 0, 0],
                #"{"integer":"-9223372036854775808"}"#
            ),
            ([0x22, 0x3F, 0xC0, 0, 0], #"{"real":1.5}"#), ([0x23, 0x80, 0, 0, 0, 0, 0, 0, 0], #"{"real":-0.0}"#),
            ([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], #"{"real":"inf"}"#),
            ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], #"{"date":"2001-01-01T00:00:00Z"}"#),
            ([0x33, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0], #"{"date":"2000-12-31T23:59:59.5Z"}"#),
            ([0x42, 0xFF, 0x00], #"{"data":"/wA="}"#), ([0x40], #"{"data":""}"#), ([0x50], #"{"string":""}"#),
            ([0x53, 0xE5, 0xA5, 0xBD], #"{"string":"好"}"#), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], #"{"string":"😀"}"#),
            ([0x5F, 0x10, 0x01, 0x41], #"{"string":"A"}"#), ([0x6F, 0x11, 0x00, 0x01, 0x59, 0x7D], #"{"string":"好"}"#),
            ([0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x41], #"{"string":"A"}"#),
            ([0x80, 0x07], #"{"uid":"7"}"#), ([0x82, 0x01, 0x00, 0x00], #"{"uid":"65536"}"#),
            ([0xA0], #"{"array":[]}"#), ([0xD0], #"{"dict":[]}"#),
            ([0x8F] + [UInt8](repeating: 0, count: 15) + [9], #"{"uid":"9"}"#),
        ] as [([UInt8], String)]
    )
    func reads(object: [UInt8], value: String) {
        #expect(outcome(of: BinarySample(object).bytes) == value)
    }

    @Test(
        arguments: [
            [0x00], [0x01], [0x0C], [0x0D], [0x0E], [0x0F], [0x15], [0x1F], [0x20], [0x21], [0x24], [0x30], [0x32],
            [0x34], [0x70], [0x71, 0x41],
            [0x90], [0xB0], [0xC0], [0xE0], [0xF0], [0x10], [0x13, 0, 0], [0x23, 0],
            [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0],
            [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x33, 0x42, 0x4D, 0x64, 0xEE, 0xC8, 0, 0, 0], [0x51], [0x51, 0xE9],
            [0x52, 0xC0, 0x80], [0x61, 0xD8, 0x00], [0x61, 0xDC, 0x00],
            [0x62, 0xD8, 0x3D, 0x00, 0x41], [0x5F], [0x5F, 0x33], [0x5F, 0x10],
            [0x5F, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xAF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0],
            [0xDF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0],
            [0x6F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 1], [0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x14, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x8F, 1] + [UInt8](repeating: 0, count: 15),
        ] as [[UInt8]]
    )
    func refuses(object: [UInt8]) {
        #expect(refusal(of: BinarySample(object).bytes) == "$")
    }

    @Test func `members are found by reference`() {
        let list = BinarySample([0x50], [0xD2, 2, 0, 3, 4], BinarySample.ascii("a"), [0x10, 5], [0xA2, 3, 0], top: 1)
        #expect(
            outcome(of: list.bytes)
                == #"{"dict":[["a",{"integer":"5"}],["",{"array":[{"integer":"5"},{"string":""}]}]]}"#
        )
    }

    @Test func `an object may be key and value`() {
        let list = BinarySample([0xA3, 1, 2, 1], [0xD1, 2, 2], BinarySample.ascii("k"))
        let entry = #"{"dict":[["k",{"string":"k"}]]}"#
        #expect(outcome(of: list.bytes) == "{\"array\":[\(entry),{\"string\":\"k\"},\(entry)]}")
    }

    @Test(arguments: 1...8, 1...8)
    func `offsets and references have one to eight bytes`(offsetSize: Int, referenceSize: Int) {
        let reference = [UInt8](repeating: 0, count: referenceSize - 1) + [1]
        var list = BinarySample([0xA1] + reference, [0x10, 5])
        (list.offsetSize, list.referenceSize) = (offsetSize, referenceSize)
        #expect(outcome(of: list.bytes) == #"{"array":[{"integer":"5"}]}"#)
    }

    @Test(arguments: [
        ("a reference too high", BinarySample([0xA1, 7]), "$[0]"),
        ("itself", BinarySample([0xA1, 0]), "$[0]"),
        ("itself in a dictionary", BinarySample([0xA2, 2, 1], [0xD1, 2, 0], BinarySample.ascii("up")), "$[1].up"),
        ("a key that is a number", BinarySample([0xA1, 1], [0xD1, 2, 2], [0x10, 1]), "$[0]"),
        ("a key that is its own dictionary", BinarySample([0xD1, 0, 0]), "$"),
        ("a key that is a container read before", BinarySample([0xA2, 1, 2], [0xA0], [0xD1, 1, 1]), "$[1]"),
        ("a bad value of a key", BinarySample([0xD1, 1, 2], BinarySample.ascii("a b"), [0x00]), #"$["a b"]"#),
        ("a bad second value", BinarySample([0xD2, 1, 1, 3, 2], BinarySample.ascii("k"), [0x00], [0x08]), "$.k"),
    ])
    func `names the path`(name: String, sample: BinarySample, path: String) {
        #expect(refusal(of: sample.bytes) == path, "\(name)")
    }

    @Test func `the end of the file is checked before anything is made`() {
        func refuses(_ change: (inout BinarySample) -> Void) -> Bool {
            var sample = BinarySample([0xA1, 1], [0x09])
            change(&sample)
            return refusal(of: sample.bytes) == "$"
        }
        #expect(refuses { $0.objectCount = 0 })
        #expect(refuses { $0.objectCount = 1 << 60 })
        #expect(refuses { $0.objectCount = 3 })
        #expect(refuses { $0.objectCount = .max })
        #expect(refuses { $0.top = 2 })
        #expect(refuses { $0.top = .max })
        #expect(refuses { $0.tableStart = 0 })
        #expect(refuses { $0.tableStart = 8 })
        #expect(refuses { $0.tableStart = 12 })
        #expect(refuses { $0.tableStart = 1 << 40 })
        #expect(refuses { $0.tableStart = .max })
        #expect(refuses { $0.version = "15" })
        #expect(refuses { $0.version = "0" })
        #expect(refuses { $0.offsetSize = 9 })
        #expect(refuses { $0.offsetSize = 0 })
        #expect(refuses { $0.referenceSize = 0 })
        #expect(refuses { $0.referenceSize = 200 })
        for offset in [0, 7, 11, 12, 255] as [UInt64] {
            #expect(refusal(of: change { $0.offsets[0] = offset }) == "$", "\(offset)")
            #expect(refusal(of: change { $0.offsets[1] = offset }) == "$[0]", "\(offset)")
        }
    }

    private func change(_ change: (inout BinarySample) -> Void) -> [UInt8] {
        var sample = BinarySample([0xA1, 1], [0x09])
        change(&sample)
        return sample.bytes
    }

    @Test func `a file that ends anywhere is refused`() {
        let bytes = BinarySample([0xD1, 1, 2], BinarySample.ascii("key"), [0x10, 1]).bytes
        for count in bytes.indices { #expect(refusal(of: Array(bytes.prefix(count))) != nil, "\(count) bytes") }
        #expect(refusal(of: bytes) == nil)
    }

    @Test func `what nothing refers to is not looked at`() {
        var list = BinarySample([0xA1, 1], [0x09], [0x00])
        list.offsets[2] = 200
        #expect(outcome(of: list.bytes) == #"{"array":[{"bool":true}]}"#)
    }

    /// Arrays of ten references to the next, `levels` deep.
    private func bomb(_ levels: Int, leaf: [UInt8]) -> [UInt8] {
        var sample = BinarySample()
        for level in 0..<levels { sample.objects.append([0xAA] + [UInt8](repeating: UInt8(level + 1), count: 10)) }
        sample.objects.append(leaf)
        return sample.bytes
    }

    @Test func `what is shared counts wherever it appears`() throws {
        let list = try parse(bomb(6, leaf: [0x09]))
        #expect(list.root.count == 10)
        #expect(list.storeBytes < 10_000)
        #expect(refusal(of: bomb(12, leaf: [0x09])) != nil)
        #expect(refusal(of: bomb(200, leaf: [0x09])) != nil)
        let text = [0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x41, count: 65_536)
        #expect(throws: PropertyListError.self) {
            try parse(bomb(5, leaf: text), limits: PropertyListLimits(expandedBytes: 1 << 30))
        }
        #expect(try parse(bomb(3, leaf: text)).root.count == 10)
    }

    @Test func `depth counts through what is shared`() {
        // Object 0 holds a chain of three and an array that holds the same chain one level deeper.
        let list = BinarySample([0xA2, 1, 4], [0xA1, 2], [0xA1, 3], [0xA0], [0xA1, 1])
        #expect(outcome(of: list.bytes, limits: PropertyListLimits(depth: 5)).hasPrefix("{"))
        #expect(outcome(of: list.bytes, limits: PropertyListLimits(depth: 4)).hasPrefix("error"))
    }

    @Test func `the last of equal keys counts, at the place of the first`() throws {
        let list = BinarySample(
            [0xA2, 1, 4],
            [0xD3, 2, 3, 2, 4, 5, 6],
            BinarySample.ascii("k"),
            BinarySample.ascii("m"),
            [0xA1, 5],
            [0x10, 1],
            [0x10, 2]
        )
        #expect(
            outcome(of: list.bytes)
                == #"{"array":[{"dict":[["k",{"integer":"2"}],["m",{"integer":"1"}]]},{"array":[{"integer":"1"}]}]}"#
        )
        let warnings = try parse(list.bytes).warnings
        #expect(warnings.map(\.keyPath) == ["$[0].k"])
    }
}
