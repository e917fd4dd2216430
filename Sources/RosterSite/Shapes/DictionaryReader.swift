internal import Bytes
internal import PropertyList

/// Sorts the values of dictionaries into fields. One reader serves all dictionaries of a kind: nothing is allocated
/// for each, and a key that stands where it stood in the last dictionary is known at once.
struct DictionaryReader<Field: RawRepresentable<Int> & Sendable> {
    private let table: KeyTable<Field>
    /// What the dictionary is, for messages: `a group`.
    private let noun: StaticString
    private var values: [PropertyListValue?]
    private var ranks: [Int]
    private var keys: [ByteView]
    private var lastKeys: [(key: ByteView, spelling: Int?)] = []

    /// A reader of dictionaries that are each `noun`.
    init(_ table: KeyTable<Field>, noun: StaticString) {
        self.table = table
        self.noun = noun
        values = Array(repeating: nil, count: table.fieldCount)
        ranks = Array(repeating: .max, count: table.fieldCount)
        keys = Array(repeating: .empty, count: table.fieldCount)
    }

    /// The value of `field` in the dictionary read last, with its key as written.
    subscript(field: Field) -> DictionaryMember? {
        values[field.rawValue].map { DictionaryMember(value: $0, key: keys[field.rawValue]) }
    }

    /// Reads `dictionary`, which lies at `path`; warns about keys without a meaning and likely misspellings.
    mutating func read(_ dictionary: PropertyListValue, at path: PropertyListKeyPath, _ warnings: inout WarningLog) {
        for index in values.indices {
            values[index] = nil
            ranks[index] = .max
        }
        var unknown: [(key: ByteView, value: PropertyListValue)] = []
        var position = 0
        for (key, value) in dictionary.entries {
            if let spelling = spelling(of: key, at: position) {
                take(value, spelling: spelling, key: key, at: path, &warnings)
            } else {
                unknown.append((key, value))
            }
            position += 1
        }
        for (key, value) in unknown { guess(key, value, at: path, &warnings) }
    }

    private mutating func spelling(of key: ByteView, at position: Int) -> Int? {
        if position < lastKeys.count, lastKeys[position].key == key { return lastKeys[position].spelling }
        let spelling = table.index(of: key)
        if position < lastKeys.count {
            lastKeys[position] = (key, spelling)
        } else if position == lastKeys.count, position < table.spellings.count {
            lastKeys.append((key, spelling))
        }
        return spelling
    }

    private mutating func take(
        _ value: PropertyListValue,
        spelling: Int,
        key: ByteView,
        at path: PropertyListKeyPath,
        _ warnings: inout WarningLog
    ) {
        let field = table.spellings[spelling].field.rawValue
        guard let earlier = values[field] else {
            values[field] = value
            ranks[field] = spelling
            keys[field] = key
            return
        }
        let isBetter = spelling < ranks[field]
        let (used, other) = isBetter ? (key, keys[field]) : (keys[field], key)
        if isBetter {
            values[field] = value
            ranks[field] = spelling
            keys[field] = key
        }
        warnings.add(
            "key '\(other.string)' is left out: '\(used.string)' says the same",
            at: isBetter ? earlier : value,
            path.appending(key: other.string),
            kind: "double \(other.string)"
        )
    }

    private mutating func guess(
        _ keyBytes: ByteView,
        _ value: PropertyListValue,
        at path: PropertyListKeyPath,
        _ warnings: inout WarningLog
    ) {
        let key = keyBytes.string
        let kind = "unknown \(noun) \(key)"
        guard let spelling = table.nearest(key) else {
            return warnings.add("unknown key '\(key)' in \(noun)", at: value, path.appending(key: key), kind: kind)
        }
        let field = table.spellings[spelling].field.rawValue
        let name = table.spellings[spelling].name
        guard values[field] == nil else {
            return warnings.add(
                "unknown key '\(key)' in \(noun)",
                hint: "did you mean '\(name)'?",
                at: value,
                path.appending(key: key),
                kind: kind
            )
        }
        values[field] = value
        ranks[field] = spelling
        keys[field] = keyBytes
        warnings.add("unknown key '\(key)' is read as '\(name)'", at: value, path.appending(key: key), kind: kind)
    }
}

/// One entry of a dictionary.
struct DictionaryMember {
    /// The value.
    let value: PropertyListValue
    /// The key as written. Valid while the document is kept.
    let key: ByteView

    /// Whether it is a string without text, which says no more than a missing one.
    var isEmptyText: Bool { value.text?.isEmpty ?? false }

    /// The key path, `dictionary` being that of the dictionary.
    func path(in dictionary: PropertyListKeyPath) -> PropertyListKeyPath { dictionary.appending(key: key.string) }
}
