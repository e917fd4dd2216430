/// What a name can refer to at one place of a template that is compiled against a schema.
struct ScopeStack: Hashable {
    enum Scope: Hashable {
        /// The names of `schema`; its record is in `register`.
        case record(SchemaReference, register: Int)
        /// A value that a section is about: `{{.}}`.
        case value(Path)
    }

    /// A resolved name: objects to go through, from a register to a slot. At least one step.
    struct Path: Hashable {
        let register: Int
        /// The objects before the last step.
        let through: [Step]
        let end: Step

        /// One name of a schema.
        struct Step: Hashable {
            let reference: SchemaReference
            let index: Int
            var slot: TemplateSlot { reference.schema.slot(index) }
        }

        var owner: TemplateSchema { end.reference.schema }
        var last: TemplateSchema.Field { owner.fields[end.index] }
    }

    /// A schema, compared by identity.
    struct SchemaReference: Hashable {
        let schema: TemplateSchema
        static func == (left: Self, right: Self) -> Bool { left.schema === right.schema }
        func hash(into hasher: inout Hasher) { hasher.combine(schema.id) }
    }

    private(set) var scopes: [Scope]

    /// The register that dotted names go through.
    static let pathRegister = RenderStack.pathRegister

    init(_ schema: TemplateSchema) {
        scopes = [.record(SchemaReference(schema: schema), register: 0)]
    }

    /// Opens the scope of a record and says which register it takes, or nil if there is none left.
    ///
    /// The names of an outer record of the same schema are all hidden by the inner one's, so that they share a register and
    /// a recursive schema needs only one, however deep the data is.
    mutating func push(_ schema: TemplateSchema) -> Int? {
        let reference = SchemaReference(schema: schema)
        var register: Int?
        var used = 0
        scopes.removeAll { scope in
            guard case .record(let other, let index) = scope else { return true }
            used = max(used, index + 1)
            if other == reference { register = index }
            return other == reference
        }
        guard let free = register ?? (used < Self.pathRegister ? used : nil) else { return nil }
        scopes.append(.record(reference, register: free))
        return free
    }

    /// Opens the scope of a value. `.` means the innermost scope only, so that no outer value is ever needed again.
    mutating func push(_ path: Path) {
        scopes.removeAll { if case .value = $0 { true } else { false } }
        scopes.append(.value(path))
    }

    /// Where `name` leads.
    func resolve(_ name: Name) throws(Unresolved) -> Path {
        guard let first = name.parts.first else { return try resolveImplicit() }
        for scope in scopes.reversed() {
            guard case .record(let reference, let register) = scope,
                let index = reference.schema.index(of: first)
            else { continue }
            let path = Path(register: register, through: [], end: Path.Step(reference: reference, index: index))
            return try follow(path, name.parts.dropFirst())
        }
        throw Unresolved(unknown(first))
    }

    private func resolveImplicit() throws(Unresolved) -> Path {
        switch scopes.last {
        case .value(let path): return path
        case .record(let reference, let register):
            guard let index = reference.schema.index(of: ".") else {
                throw Unresolved("'.' is a whole '\(reference.schema.name)' here: name one of its values")
            }
            return Path(register: register, through: [], end: Path.Step(reference: reference, index: index))
        case nil: throw Unresolved("nothing is in scope")
        }
    }

    private func follow(_ path: Path, _ parts: ArraySlice<String>) throws(Unresolved) -> Path {
        guard let part = parts.first else { return path }
        let field = path.last
        guard field.kind == .object, let inner = path.owner.schema(of: field) else {
            throw Unresolved("'\(field.name)' is not an object: it has no '\(part)' (it is of kind \(field.kind))")
        }
        guard let index = inner.index(of: part) else {
            let hint = NameHint.text(for: part, among: inner.fields.map(\.name))
            throw Unresolved("'\(field.name)' has no name '\(part)'\(hint)")
        }
        let longer = Path(
            register: path.register,
            through: path.through + [path.end],
            end: Path.Step(reference: SchemaReference(schema: inner), index: index),
        )
        return try follow(longer, parts.dropFirst())
    }

    private func unknown(_ name: String) -> String {
        let schemas = scopes.reversed().compactMap { scope in
            if case .record(let reference, _) = scope { reference.schema } else { nil }
        }
        for schema in schemas {
            for field in schema.fields where schema.schema(of: field)?.index(of: name) != nil {
                return "unknown name '\(name)' here; '\(field.name)' has it: use it inside {{#\(field.name)}}"
            }
        }
        return "unknown name '\(name)'\(NameHint.text(for: name, among: schemas.flatMap { $0.fields.map(\.name) }))"
    }

    /// Why a name leads nowhere.
    struct Unresolved: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }
}
