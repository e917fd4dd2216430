/// One value that is being decoded.
struct SingleValue: SingleValueDecodingContainer {
    let state: DecodingState

    var codingPath: [any CodingKey] { state.codingPath }

    // A property list has no null.
    func decodeNil() -> Bool { false }

    func decode(_ type: Bool.Type) throws -> Bool { try state.bool() }
    func decode(_ type: String.Type) throws -> String { try state.string() }
    func decode(_ type: Double.Type) throws -> Double { try state.real() }
    func decode(_ type: Float.Type) throws -> Float { Float(try state.real()) }
    func decode(_ type: Int.Type) throws -> Int { try state.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try state.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try state.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try state.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try state.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try state.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try state.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try state.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try state.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try state.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try state.unwrap(type) }
}
