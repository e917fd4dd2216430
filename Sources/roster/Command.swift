/// One subcommand: its words, its options and what it does.
struct Command: Sendable {
    let name: String
    /// What follows the name in the usage line.
    let operandNames: String
    /// How many words beside the options there may be.
    let operands: ClosedRange<Int>
    /// One line for the overview.
    let summary: String
    /// What more `--help` says, after the options.
    let details: String
    let options: [Option]
    /// Does the work and returns the exit status.
    let run: @Sendable (Arguments) throws -> Int32

    static let help = Option("help", "Show this help.")

    /// The command's own options and those that all have.
    var allOptions: [Option] { options + [Self.help] }

    /// The option written `--name`, if there is one.
    func option(spelled word: String) -> Option? {
        allOptions.first { "--\($0.name)" == word }
    }

    /// The text of `roster NAME --help`.
    var helpText: String {
        var text = "Usage: roster \(name) \(operandNames)\n\n\(summary)\n"
        if !options.isEmpty { text += "\nOptions:\n" }
        for option in allOptions { text += Self.entry(option.synopsis, option.summary) }
        if !details.isEmpty { text += "\n\(details)\n" }
        if let first = options.first {
            text += "\nEach option can also be set in the environment: --\(first.name) as \(first.environmentName).\n"
        }
        return text
    }

    /// A name and its sentence, the sentence in a column of its own, wrapped at 100 characters.
    static func entry(_ name: String, _ sentence: String, column: Int = 30) -> String {
        let margin = String(repeating: " ", count: column)
        var line = "  " + name
        line += line.count < column - 1 ? String(margin.dropFirst(line.count)) : "\n" + margin
        var text = ""
        for word in sentence.split(separator: " ") {
            let length = line.split(separator: "\n").last.map(\.count) ?? 0
            if length + word.count > 99 {
                text += line + "\n"
                line = margin
            }
            line += line.hasSuffix(" ") ? "\(word)" : " \(word)"
        }
        return text + line + "\n"
    }
}
