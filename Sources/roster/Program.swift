internal import Bytes
internal import Mustache

/// The command line: finds the subcommand, runs it, turns what went wrong into one line and a status.
enum Program {
    static let version = "0.1.0"

    static let commands: [Command] = [
        .serve, .check, .dump, .stretch, .render, .export, .explain,
    ]

    /// Runs what `words` ask for and returns the exit status: 0 done, 1 failed, 2 not understood.
    static func run(_ words: [String], environment: [String: String]) -> Int32 {
        do {
            if words.first == "--version" {
                try Console.write("roster \(version)\n")
                return 0
            }
            if words == ["--help"] || words == ["-h"] || words == ["help"] {
                try Console.write(overview)
                return 0
            }
            let (command, rest) = try split(words)
            let arguments = try Arguments(rest, for: command, environment: environment)
            if arguments.isOn("help") {
                try Console.write(command.helpText)
                return 0
            }
            return try command.run(arguments)
        } catch let error as UsageError {
            Console.report("roster: \(error)")
            return 2
        } catch let error as FindingLine {
            Console.report("\(error)")
            return 1
        } catch let error as TemplateError {
            // Like a compiler's message, it begins with the place.
            Console.report("\(error)")
            return 1
        } catch {
            Console.report("roster: \(error)")
            return 1
        }
    }

    /// The subcommand and the words after it. `serve` may be left out: `roster`, `roster FOLDER`, `roster --listen …`.
    private static func split(_ words: [String]) throws(UsageError) -> (Command, ArraySlice<String>) {
        guard let first = words.first else { return (.serve, []) }
        if let command = commands.first(where: { $0.name == first }) { return (command, words.dropFirst()) }
        let isPath = first.contains("/") || first == "." || first == ".." || FileSystem.isFolder(first)
        if first.hasPrefix("-") || isPath { return (.serve, words[...]) }
        let nearest = NearestName.of(first, among: commands.map(\.name)).map { "did you mean '\($0)'?" }
        let names = commands.map(\.name).joined(separator: ", ")
        throw UsageError("'\(first)' is neither a command nor a folder; \(nearest ?? "the commands are \(names)")")
    }

    /// The text of `roster --help`.
    private static var overview: String {
        var text = """
            Usage: roster [serve] [DATA] [OPTIONS]
                   roster COMMAND …

            Serves a folder of property lists as web pages that need no JavaScript.

            Commands:

            """
        for command in commands { text += Command.entry(command.name, command.summary, column: 12) }
        return text + """

            Other options:
              --version   Show the version.
              --help      Show this help; 'roster COMMAND --help' shows that of a command.

            """
    }
}
