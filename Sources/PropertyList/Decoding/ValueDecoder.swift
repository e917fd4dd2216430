internal import Bytes

/// Decodes Swift types from a property list.
///
/// What does not fit is a ``PropertyListError`` with the place and the key path of the value, not of the type. Kinds
/// are strict: only an integer or a real is a number, only `<true/>` and `<false/>` are a Bool. `PropertyListDate`
/// takes dates, `[UInt8]` takes data. A uid is an integer.
public struct ValueDecoder: Sendable {
    /// A decoder; it keeps nothing between calls.
    public init() {}

    /// A `Value` made of `value`, which lies at `path` of its document.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: PropertyListValue,
        at path: PropertyListKeyPath = PropertyListKeyPath()
    ) throws(PropertyListError) -> Value {
        let decoder = DecodingState(value: value, path: path, codingPath: [])
        do {
            return try decoder.unwrap(type)
        } catch let error as PropertyListError {
            throw error
        } catch let error as DecodingError {
            throw decoder.refusal(for: error, root: value, path)
        } catch {
            throw decoder.refusal("\(error)")
        }
    }
}

/// A value that is being decoded and where it lies.
struct DecodingState: Decoder {
    let value: PropertyListValue
    let path: PropertyListKeyPath
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.kind == .dictionary else { throw refusal(due: "a dictionary") }
        return KeyedDecodingContainer(KeyedValues(state: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.kind == .array else { throw refusal(due: "an array") }
        return UnkeyedValues(state: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValue(state: self) }

    func item(_ item: PropertyListValue, at index: Int) -> DecodingState {
        DecodingState(value: item, path: path.appending(index: index), codingPath: codingPath + [IndexKey(index)])
    }

    func member(_ member: PropertyListValue, of key: any CodingKey) -> DecodingState {
        DecodingState(value: member, path: path.appending(key: key.stringValue), codingPath: codingPath + [key])
    }
}

extension DecodingState {
    /// The value as any type that can be decoded.
    func unwrap<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == PropertyListDate.self {
            guard let date = value.date as? Value else { throw refusal(due: "a date") }
            return date
        }
        if type == [UInt8].self, value.kind == .data, let bytes = value.data?.array as? Value { return bytes }
        return try Value(from: self)
    }

    /// The value as an integer of some size.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let number: Number?
        switch value.kind {
        case .integer:
            number =
                value.integer.flatMap { Number(exactly: $0) } ?? value.unsignedInteger.flatMap { Number(exactly: $0) }
        case .uid: number = value.uid.flatMap { Number(exactly: $0) }
        default: throw refusal(due: "an integer")
        }
        guard let number else {
            let text = value.integerText ?? value.uid.map { String($0) } ?? ""
            throw refusal("\(text) is outside \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// The value as a number with a fraction; integers count.
    func real() throws -> Double {
        if let real = value.real { return real }
        if let integer = value.integer { return Double(integer) }
        if let large = value.unsignedInteger { return Double(large) }
        throw refusal(due: "a number")
    }

    func string() throws -> String {
        guard let string = value.string else { throw refusal(due: "a string") }
        return string
    }

    func bool() throws -> Bool {
        guard let bool = value.bool else { throw refusal(due: "true or false") }
        return bool
    }

    /// The value is of another kind than was due.
    func refusal(due: String) -> PropertyListError { refusal("\(value.kind.phrase) where \(due) was due") }

    /// An error about this value.
    func refusal(_ sentence: String) -> PropertyListError {
        let place = value.position
        return PropertyListError(
            line: place?.line,
            column: place?.column,
            keyPath: path.description,
            sentence: Quoted.line(sentence),
        )
    }

    /// What a type said while it decoded itself, such as an enumeration that has no such case.
    func refusal(for error: DecodingError, root: PropertyListValue, _ start: PropertyListKeyPath) -> PropertyListError {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found): context = found
        case .dataCorrupted(let found): context = found
        @unknown default: return refusal("\(error)")
        }
        var place = DecodingState(value: root, path: start, codingPath: [])
        for key in context.codingPath {
            if let index = key as? IndexKey, let item = place.value[index.index] {
                place = place.item(item, at: index.index)
            } else if let member = place.value[key.stringValue] {
                place = place.member(member, of: key)
            } else {
                break
            }
        }
        return place.refusal(context.debugDescription)
    }
}

/// An index as a step of a coding path.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }

    var stringValue: String { String(index) }
    var intValue: Int? { index }
}

extension PropertyListDate: Decodable {
    /// A date of a property list; other decoders give seconds since 2001.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard let date = PropertyListDate(checking: seconds) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date of the years 0000 to 9999")
        }
        self = date
    }
}
