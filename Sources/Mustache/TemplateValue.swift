/// Data that is known only when a template is rendered: `roster render`, and the specification's cases.
///
/// The specification's lambdas have no case here: data from a file holds no functions, and a template that calls some could
/// not be checked before it is used.
public enum TemplateValue: Sendable, Equatable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case real(Double)
    /// A text.
    case string(String)
    /// Trusted markup, which HTML mode writes as it is with three braces. No file holds any.
    case html(String)
    /// Values in order.
    case list([TemplateValue])
    /// Values by name.
    case object([String: TemplateValue])

    /// Whether a section is shown for it. False are null, false, zero, the empty text and the empty list.
    var isTrue: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .real(let number): number != 0
        case .string(let text), .html(let text): !text.isEmpty
        case .list(let values): !values.isEmpty
        case .object: true
        }
    }

    /// How it is written; nil for lists and objects. A number without a fraction has no point: `3`.
    var text: String? {
        switch self {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .real(let number):
            number.description.hasSuffix(".0") ? String(number.description.dropLast(2)) : "\(number)"
        case .string(let text), .html(let text): text
        case .list, .object: nil
        }
    }
}
