/// An array that is being decoded.
struct UnkeyedValues: UnkeyedDecodingContainer {
    let state: DecodingState
    private var elements: PropertyListValue.Elements
    private(set) var currentIndex = 0

    init(state: DecodingState) {
        self.state = state
        elements = state.value.elements
    }

    var codingPath: [any CodingKey] { state.codingPath }
    var count: Int? { state.value.count }
    var isAtEnd: Bool { currentIndex >= state.value.count }

    // A property list has no null.
    mutating func decodeNil() throws -> Bool { false }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.real() } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { Float(try $0.real()) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.unwrap(type) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Decodes the next item; it stays the next one when that fails.
    private mutating func next<Value>(_ decode: (DecodingState) throws -> Value) throws -> Value {
        var rest = elements
        guard let item = rest.next() else {
            throw state.refusal("an array of \(currentIndex) items where one more was due")
        }
        let value = try decode(state.item(item, at: currentIndex))
        elements = rest
        currentIndex += 1
        return value
    }
}
