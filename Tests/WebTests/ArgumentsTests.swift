import Testing

@testable import roster

struct ArgumentsTests {
    private func read(_ words: String..., environment: [String: String] = [:]) throws -> Arguments {
        try Arguments(words, for: .serve, environment: environment)
    }

    @Test func `values follow as a word or behind an equals sign`() throws {
        let arguments = try read("Data", "--listen", "[::1]:80", "--threads=2", "--listen=unix:/run/a=b")
        #expect(arguments.operands == ["Data"])
        #expect(arguments.values("listen") == ["[::1]:80", "unix:/run/a=b"])
        #expect(try arguments.integer("threads", in: 1...64) == 2)
    }

    @Test func `the command line wins over the environment`() throws {
        let environment = [
            "ROSTER_THREADS": "4", "ROSTER_LISTEN": "127.0.0.1:1, [::1]:2", "ROSTER_PROXY_PROTOCOL": "off",
            "ROSTER_ADMIN": "",
        ]
        let arguments = try read("--threads", "2", environment: environment)
        #expect(arguments.value("threads") == "2")
        #expect(arguments.values("listen") == ["127.0.0.1:1", "[::1]:2"])
        #expect(!arguments.isOn("proxy-protocol"))
        #expect(arguments.value("admin") == nil)
        #expect(try read(environment: ["ROSTER_PROXY_PROTOCOL": "1"]).isOn("proxy-protocol"))
    }

    @Test func `a message names the variable that a wrong value came from`() throws {
        let environment = ["ROSTER_THREADS": "x", "ROSTER_IDLE_TIMEOUT": "long", "ROSTER_ACCESS_LOG": "xml"]
        let arguments = try read(environment: environment)
        #expect(throws: UsageError("ROSTER_THREADS: 'x' is not a number from 1 to 64")) {
            try arguments.integer("threads", in: 1...64)
        }
        #expect(throws: UsageError("ROSTER_IDLE_TIMEOUT: 'long' is not a number of seconds from 0.0 to 9.0")) {
            try arguments.seconds("idle-timeout", in: 0...9)
        }
        #expect(throws: UsageError("ROSTER_ACCESS_LOG: 'xml' is not one of off, json")) {
            try arguments.choice("access-log", of: ["off", "json"])
        }
        let both = try read("--threads", "y", environment: environment)
        #expect(throws: UsageError("--threads: 'y' is not a number from 1 to 64")) {
            try both.integer("threads", in: 1...64)
        }
    }

    @Test(arguments: ["1e1x1", "0x10x4", "1x", "x", "4x4x4", "+4x4", "4 x4", "nanx4", "٤x4", "4_0x4", "--4x4", ""])
    func `a size is two plain numbers`(_ text: String) throws {
        let words = ["a.png", "-o", "b.png", "--size=\(text)"]
        let arguments = try Arguments(words, for: .stretch, environment: [:])
        #expect(throws: UsageError("--size: '\(text)' is not two numbers of points such as 250x200")) {
            try StretchCommand(arguments)
        }
    }

    @Test func `two dashes end the options`() throws {
        #expect(try read("--", "--listen").operands == ["--listen"])
    }

    @Test(arguments: [
        (["--listn", "x"], "unknown option '--listn'; did you mean '--listen'?"),
        (["--zzz"], "unknown option '--zzz'; see 'roster serve --help'"),
        (["--threads"], "--threads needs a value: N"),
        (["--threads", "1", "--threads=2"], "--threads was given twice"),
        (["--proxy-protocol=yes"], "--proxy-protocol takes no value, but got 'yes'"),
        (["a", "b"], "unexpected argument 'b'"),
        (["-x"], "unknown option '-x'; see 'roster serve --help'"),
    ])
    func `a line that can't be read is said in one sentence`(_ words: [String], _ sentence: String) {
        #expect(throws: UsageError(sentence)) { try Arguments(words, for: .serve, environment: [:]) }
    }

    @Test(arguments: ["", "+5", "-1", "0", "65", "5_0", "0x5", "٥", "99999999999999999999", "5 "])
    func `only digits within the bounds are a number`(_ text: String) throws {
        let arguments = try read("--threads=\(text)")
        #expect(throws: UsageError("--threads: '\(text)' is not a number from 1 to 64")) {
            try arguments.integer("threads", in: 1...64)
        }
    }

    @Test(arguments: [("0.5", 0.5), ("10", 10), (".25", 0.25)])
    func `seconds may have decimals`(_ text: String, _ seconds: Double) throws {
        #expect(try read("--idle-timeout", text).seconds("idle-timeout", in: 0...100) == seconds)
    }

    @Test(arguments: ["nan", "inf", "1e3", "-1", "1.2.3", "", "1s", "101"])
    func `other forms are no seconds`(_ text: String) throws {
        let arguments = try read("--idle-timeout=\(text)")
        #expect(throws: UsageError.self) { try arguments.seconds("idle-timeout", in: 0...100) }
    }

    @Test func `every option of every command is in its help`() {
        for command in Program.commands {
            for option in command.allOptions {
                #expect(command.helpText.contains("  \(option.synopsis)"))
                #expect(command.helpText.contains("Usage: roster \(command.name)"))
            }
            for line in command.helpText.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
    }
}
