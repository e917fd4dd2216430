internal import Bytes
internal import PropertyList

/// The words of one language, from `Templates/Strings/LANGUAGE.plist`.
///
/// A string may hold tags of the template it is put into: `{{online}} of {{total}} online`. A counted string has a form for
/// one and a form for every other number, `items.one` and `items.other`; a language that knows no difference has the other.
struct Strings: Sendable {
    /// The language tag, from the file's name: `zh-Hans`.
    let language: String
    private let words: [String: String]

    /// The strings that `file` holds; its root must be a dictionary of strings.
    init(language: String, file: String, bytes: SharedBytes) throws(ThemeError) {
        self.language = language
        let list: PropertyList
        do {
            list = try PropertyList.parse(bytes.view)
        } catch {
            throw ThemeError(error.finding(in: file))
        }
        guard list.root.kind == .dictionary else { throw ThemeError("\(file): error: the root must be a dictionary") }
        var words: [String: String] = [:]
        for (key, value) in list.root.entries {
            guard let text = value.string else {
                throw ThemeError("\(file): error: '\(key.string)' must be a string [$.\(key.string)]")
            }
            words[key.string] = text
        }
        self.words = words
        try check(file)
    }

    /// Strings made in place, for tests.
    init(language: String, words: [String: String]) {
        self.language = language
        self.words = words
    }

    /// Finds forms that nothing would choose.
    private func check(_ file: String) throws(ThemeError) {
        for name in words.keys.sorted() {
            guard let dot = name.firstIndex(of: ".") else { continue }
            let base = String(name[..<dot])
            guard name == base + Self.one || name == base + Self.other else {
                throw ThemeError("\(file): error: the forms of a counted string are 'one' and 'other' [$[\"\(name)\"]]")
            }
            guard let other = words[base + Self.other], words[base] == nil else {
                throw ThemeError(
                    "\(file): error: '\(base)' needs the form '\(base)\(Self.other)', and none without an ending [$[\"\(name)\"]]"
                )
            }
            guard words[base + Self.one] == nil || Self.number(in: other) != nil else {
                throw ThemeError(
                    "\(file): error: '\(base)\(Self.other)' names no number, like {{count}}, that decides [$[\"\(name)\"]]"
                )
            }
        }
    }

    private static let one = ".one"
    private static let other = ".other"

    /// The first name that `text` holds in braces.
    private static func number(in text: String) -> String? {
        text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().first.map {
            String($0.prefix { $0 != "}" })
        }
    }

    /// The names of all strings, a counted one once.
    var names: Set<String> { Set(words.keys.map { String($0.prefix { $0 != "." }) }) }

    /// The string called `name`, or its name where the language lacks it; `check` finds that at start.
    subscript(name: String) -> String { words[name] ?? words[name + Self.other] ?? name }

    /// Whether there is a string called `name`.
    func has(_ name: String) -> Bool { words[name] != nil || words[name + Self.other] != nil }

    /// The form of the string called `name` for one, and the name of the number that decides; nil where one form does.
    func singular(_ name: String) -> (form: String, number: String)? {
        guard let form = words[name + Self.one], let number = Self.number(in: self[name]) else { return nil }
        return (form, number)
    }
}

/// Why the templates, the strings or the public files cannot be used: a sentence that begins with the file's name.
public struct ThemeError: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
