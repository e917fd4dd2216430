internal import Bytes
internal import PropertyList

/// The words of one language, from `Templates/Strings/LANGUAGE.plist`.
///
/// A string may hold tags of the template it is put into: `{{online}} of {{total}} online`.
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
    }

    /// Strings made in place, for tests.
    init(language: String, words: [String: String]) {
        self.language = language
        self.words = words
    }

    /// The names of all strings.
    var names: Set<String> { Set(words.keys) }

    /// The string called `name`, or its name where the language lacks it; `check` finds that at start.
    subscript(name: String) -> String { words[name] ?? name }

    /// Whether there is a string called `name`.
    func has(_ name: String) -> Bool { words[name] != nil }
}

/// Why the templates, the strings or the public files cannot be used: a sentence that begins with the file's name.
public struct ThemeError: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
