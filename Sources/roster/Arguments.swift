/// What was asked for: option values from the command line, else from the environment, and the words beside them.
struct Arguments {
    let command: Command
    /// The words that are no options, in order.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    /// The options that the environment gave, and not the line.
    private var fromEnvironment: Set<String> = []

    /// Reads `words` and fills what they leave out from `environment`.
    init(_ words: some Sequence<String>, for command: Command, environment: [String: String]) throws(UsageError) {
        self.command = command
        var rest = Array(words)[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                try read(option: word, from: &rest)
            }
        }
        try fill(from: environment)
        try checkOperands()
    }

    private mutating func read(option word: String, from rest: inout ArraySlice<String>) throws(UsageError) {
        if word == "-o" || word == "-h" { return try read(option: word == "-o" ? "--output" : "--help", from: &rest) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let spelling = parts.first, let option = command.option(spelled: spelling) else {
            throw .unknownOption(parts.first ?? word, among: command.allOptions, of: command.name)
        }
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else { throw UsageError("--\(option.name) takes no value, but got '\(parts[1])'") }
            values[option.name] = ["true"]
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("--\(option.name) needs a value: \(placeholder)")
        }
        if !option.isRepeatable, values[option.name] != nil {
            throw UsageError("--\(option.name) was given twice")
        }
        values[option.name, default: []].append(value)
    }

    private mutating func fill(from environment: [String: String]) throws(UsageError) {
        for option in command.options where values[option.name] == nil {
            guard let value = environment[option.environmentName], !value.isEmpty else { continue }
            fromEnvironment.insert(option.name)
            if option.placeholder == nil {
                values[option.name] = try Self.isOn(value, option.environmentName) ? ["true"] : nil
            } else if option.isRepeatable {
                values[option.name] = value.split { $0 == "," || $0 == " " }.map(String.init)
            } else {
                values[option.name] = [value]
            }
        }
    }

    private static func isOn(_ value: String, _ name: String) throws(UsageError) -> Bool {
        switch value.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off": return false
        default: throw UsageError("\(name): '\(value)' is not 'on' or 'off'")
        }
    }

    private func checkOperands() throws(UsageError) {
        if isOn("help") { return }
        if operands.count < command.operands.lowerBound {
            throw UsageError("'\(command.name)' needs \(command.operandNames); see 'roster \(command.name) --help'")
        }
        if operands.count > command.operands.upperBound {
            throw UsageError("unexpected argument '\(operands[command.operands.upperBound])'")
        }
    }
}

extension Arguments {
    /// Whether a switch was given.
    func isOn(_ name: String) -> Bool { values[name] != nil }

    /// What a message calls the option: the variable that its value came from, else the option itself.
    func spelling(of name: String) -> String {
        guard fromEnvironment.contains(name) else { return "--\(name)" }
        return command.options.first { $0.name == name }?.environmentName ?? "--\(name)"
    }

    /// The error that an option's value has the wrong form.
    func badValue(_ value: String, for name: String, expected: String) -> UsageError {
        UsageError("\(spelling(of: name)): '\(value)' is not \(expected)")
    }

    /// The option's value, if it was given.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of a repeatable option.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// A whole number within `bounds`.
    func integer(_ name: String, in bounds: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        // Digits only: Int("+5") is 5, which nobody means.
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text), bounds.contains(number) else {
            throw badValue(text, for: name, expected: "a number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    /// Seconds, decimals allowed, within `bounds`.
    func seconds(_ name: String, in bounds: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let text = value(name) else { return nil }
        let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || ($0 >= 0x30 && $0 <= 0x39) }
        guard isPlain, let number = Double(text), bounds.contains(number) else {
            throw badValue(
                text,
                for: name,
                expected: "a number of seconds from \(bounds.lowerBound) to \(bounds.upperBound)"
            )
        }
        return number
    }

    /// One of `choices`.
    func choice(_ name: String, of choices: [String]) throws(UsageError) -> String? {
        guard let text = value(name) else { return nil }
        guard choices.contains(text) else {
            throw badValue(text, for: name, expected: "one of \(choices.joined(separator: ", "))")
        }
        return text
    }
}
