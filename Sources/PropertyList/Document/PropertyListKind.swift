/// What a value of a property list is.
public enum PropertyListKind: UInt8, Sendable {
    case string, integer, real, boolean, date, data, array, dictionary
    /// A reference inside a keyed archive; only binary property lists have it.
    case uid

    /// The kind with its article, for messages: `a string`, `an array`.
    public var phrase: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .real: "a real number"
        case .boolean: "a true or false"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .uid: "an archive reference (uid)"
        }
    }
}

/// The form a property list was written in.
public enum PropertyListFormat: Sendable {
    case xml, binary
}
