internal import Bytes

/// The elements of a property list.
enum XMLElement: UInt8, CaseIterable {
    case key, string, dict, integer, `true`, `false`, array, real, date, data, plist

    /// The name in the file.
    var name: StaticString {
        switch self {
        case .key: "key"
        case .string: "string"
        case .dict: "dict"
        case .integer: "integer"
        case .true: "true"
        case .false: "false"
        case .array: "array"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .plist: "plist"
        }
    }

    /// Whether it is `<true>` or `<false>`, which hold nothing.
    @inline(__always)
    var isBoolean: Bool { self == .true || self == .false }

    /// What a value of this element is in the store.
    var shape: Node.Shape {
        switch self {
        case .key: .key
        case .string: .string
        case .dict: .dictionary
        case .integer: .integer
        case .true, .false: .boolean
        case .array: .array
        case .real: .real
        case .date: .date
        case .data: .data
        // Never stored.
        case .plist: .redirect
        }
    }

    /// The element named `name`, or nil.
    init?(named name: ByteView) {
        guard let found = Self.allCases.first(where: { ByteView($0.name) == name }) else { return nil }
        self = found
    }
}
