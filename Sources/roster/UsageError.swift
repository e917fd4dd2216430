internal import Bytes

/// A command line that can't be understood: exit 2 and this one line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// An option nobody knows, with the nearest one that exists.
    static func unknownOption(_ spelling: String, among options: [Option], of command: String) -> UsageError {
        let name = String(spelling.drop { $0 == "-" })
        let nearest = NearestName.of(name, among: options.map(\.name))
        let help = nearest.map { "did you mean '--\($0)'?" } ?? "see 'roster \(command) --help'"
        return UsageError("unknown option '\(spelling)'; \(help)")
    }
}

/// Something asked for in good form that could not be done: exit 1 and this text.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
