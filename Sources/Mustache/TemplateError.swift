/// What is wrong in a template, and where.
public struct TemplateError: Error, Equatable, Sendable {
    /// The template's file.
    public let file: String
    /// The line, from 1; 0 where the file as a whole is meant.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// What is wrong, in one sentence without a full stop.
    public let reason: String
    /// The line as it stands in the file.
    public let excerpt: String
    /// The tags that led into this file, innermost first, each as `file:line:column`.
    public var includedFrom: [String] = []

    init(file: String, line: Int, column: Int, reason: String, excerpt: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
        self.excerpt = excerpt
    }

    /// `file:line:column`, or the file as a whole.
    public var place: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

extension TemplateError: CustomStringConvertible {
    /// `file:line:column: error: reason`, the line, a caret under the place, and how the file came to be included.
    public var description: String {
        var text = "\(place): error: \(reason)"
        if line > 0 { text += "\n  \(shownExcerpt)\n  \(caretPadding)^" }
        for tag in includedFrom { text += "\n  included from \(tag)" }
        return text
    }

    /// Terminals are 80 to 120 columns wide; of a longer line the part around the caret is shown.
    private static let shownColumns = 100

    private var firstShown: Int { max(0, column - 1 - Self.shownColumns * 3 / 4) }

    private var shownExcerpt: String {
        let scalars = excerpt.unicodeScalars.dropFirst(firstShown).prefix(Self.shownColumns)
        var text = String.UnicodeScalarView()
        // A template may hold control characters; a message never passes them on to a terminal.
        text.append(contentsOf: scalars.map { $0.value < 32 && $0 != "\t" || $0.value == 127 ? "\u{FFFD}" : $0 })
        return String(text)
    }

    /// Tabs stay tabs, so that the caret stands below its character however wide they are shown.
    private var caretPadding: String {
        let before = excerpt.unicodeScalars.dropFirst(firstShown).prefix(column - 1 - firstShown)
        return String(before.map { $0 == "\t" ? "\t" : " " })
    }
}
