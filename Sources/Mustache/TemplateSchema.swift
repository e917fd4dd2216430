internal import Synchronization

/// The names one page, or one record in a list of it, offers to its template.
///
/// A schema is made once, in Swift, next to the page that fills it; templates are compiled against it, so that a name it
/// does not have is an error at start. Slots are looked up by name once and kept:
/// ```swift
/// enum FriendRow {
///     static let schema = TemplateSchema("friend") { $0.text("name"); $0.flag("vip"); $0.url("href") }
///     static let name = schema["name"]
/// }
/// ```
public final class TemplateSchema: Sendable {
    /// What the schema is called in messages and in the documentation.
    public let name: String
    /// The fields in the order they were declared.
    public let fields: [Field]
    let id: UInt32
    let prototype: SlotBlock

    /// One name of a schema.
    public struct Field: Sendable {
        /// The name as templates write it.
        public let name: String
        /// What kind of value stands there.
        public let kind: TemplateKind
        /// What the value means, in one sentence, for the documentation; may be empty.
        public let note: String
        let element: Element?
    }

    /// What a list's elements or an object are made of.
    enum Element: Sendable {
        case other(TemplateSchema)
        case itself
    }

    /// A schema called `name` with the fields that `declare` adds. Field names are unique: traps otherwise.
    public init(_ name: String, _ declare: (inout Builder) -> Void) {
        var builder = Builder()
        declare(&builder)
        self.name = name
        fields = builder.fields
        id = Self.nextID()
        precondition(Set(fields.map(\.name)).count == fields.count, "schema '\(name)' has a name twice")
        precondition(fields.count < 1 << 16, "schema '\(name)' has too many names")
        prototype = SlotBlock(prototypeOf: fields)
    }

    private static let counter = Atomic<UInt32>(0)

    private static func nextID() -> UInt32 {
        counter.add(1, ordering: .relaxed).newValue
    }

    /// The slot called `name`; traps when there is none, which is a mistake in the page and shows at start.
    public subscript(name: String) -> TemplateSlot {
        guard let index = index(of: name) else { preconditionFailure("schema '\(self.name)' has no name '\(name)'") }
        return slot(index)
    }

    func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// The names of each element of a list or of an object; nil for other fields.
    public func schema(of field: Field) -> TemplateSchema? {
        switch field.element {
        case .other(let schema): schema
        case .itself: self
        case nil: nil
        }
    }

    func slot(_ index: Int) -> TemplateSlot {
        let field = fields[index]
        return TemplateSlot(
            schema: id,
            element: schema(of: field)?.id ?? 0,
            index: UInt16(truncatingIfNeeded: index),
            kind: field.kind,
        )
    }

    /// The elements of a list of plain texts: each is `{{.}}`, its slot is `TemplateSchema.word["."]`.
    public static let word = TemplateSchema("word") { $0.text(".") }
}

extension TemplateSchema {
    /// Declares the fields of a schema.
    public struct Builder {
        var fields: [Field] = []

        private mutating func add(_ name: String, _ kind: TemplateKind, _ note: String, _ element: Element? = nil) {
            fields.append(Field(name: name, kind: kind, note: note, element: element))
        }

        /// A text, escaped wherever it stands. As a section: true unless empty.
        public mutating func text(_ name: String, _ note: String = "") { add(name, .text, note) }

        /// Trusted markup, written as it is by `{{{name}}}`. As a section: true unless empty.
        public mutating func html(_ name: String, _ note: String = "") { add(name, .html, note) }

        /// An address: checked for its scheme and percent-encoded when it is set.
        public mutating func url(_ name: String, _ note: String = "") { add(name, .url, note) }

        /// A truth value, for sections; written it reads `true` or `false`.
        public mutating func flag(_ name: String, _ note: String = "") { add(name, .flag, note) }

        /// A whole number. As a section: true unless zero.
        public mutating func number(_ name: String, _ note: String = "") { add(name, .number, note) }

        /// A list of records of `schema`.
        public mutating func list(_ name: String, of schema: TemplateSchema, _ note: String = "") {
            add(name, .list, note, .other(schema))
        }

        /// One record of `schema`, or none.
        public mutating func object(_ name: String, _ schema: TemplateSchema, _ note: String = "") {
            add(name, .object, note, .other(schema))
        }

        /// A list of records of the very schema being declared: an outline, a tree.
        public mutating func recursiveList(_ name: String, _ note: String = "") {
            add(name, .list, note, .itself)
        }
    }
}

/// What kind of value a name of a schema stands for.
public enum TemplateKind: UInt8, Sendable {
    /// A text, escaped by context.
    case text
    /// Trusted markup.
    case html
    /// An address with a checked scheme.
    case url
    /// True or false.
    case flag
    /// A whole number.
    case number
    /// Records of one schema.
    case list
    /// One record or none.
    case object
}

/// One name of a schema, resolved: where its value stands in a record. Four words less than a string, and trivial.
public struct TemplateSlot: Sendable {
    let schema: UInt32
    let element: UInt32
    let index: UInt16
    let kind: TemplateKind
}
