internal import Mustache

/// A number and whether it is one, which decides between the forms of a counted string: `1 group`, `2 groups`.
struct CountSlots: Sendable {
    let number, isOne: TemplateSlot

    /// What follows the name of a number in the name of its flag.
    static let suffix = "IsOne"

    /// Declares the number `name` and its flag.
    static func declare(_ schema: inout TemplateSchema.Builder, _ name: String, _ meaning: String) {
        schema.number(name, meaning)
        schema.flag(name + suffix, "Whether `\(name)` is 1.")
    }

    init(_ schema: TemplateSchema, _ name: String) {
        number = schema[name]
        isOne = schema[name + Self.suffix]
    }

    /// Sets both.
    func fill(_ record: TemplateRecord, _ count: Int, in scratch: TemplateScratch) {
        scratch.set(record, number, number: count)
        scratch.set(record, isOne, flag: count == 1)
    }
}
