/// One `--name` that a command understands.
struct Option: Sendable {
    /// The long name without its dashes.
    let name: String
    /// What stands for the value in `--help`; nil for a switch.
    let placeholder: String?
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// One sentence for `--help`.
    let summary: String

    /// An option that takes a value.
    init(_ name: String, _ placeholder: String, repeatable: Bool = false, _ summary: String) {
        self.name = name
        self.placeholder = placeholder
        isRepeatable = repeatable
        self.summary = summary
    }

    /// A switch.
    init(_ name: String, _ summary: String) {
        self.name = name
        placeholder = nil
        isRepeatable = false
        self.summary = summary
    }

    /// The environment variable that stands in for the option.
    var environmentName: String {
        "ROSTER_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    /// The option as `--help` shows it: `--listen ADDRESS`.
    var synopsis: String {
        placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    }
}
