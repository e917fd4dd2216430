/// Why a property list was refused: the first thing wrong with it, where, and what would be right.
public struct PropertyListError: Error, Equatable, Sendable {
    /// The line, from 1; CR LF, CR and LF each end one. Nil for binary files.
    public let line: Int?
    /// The column, from 1, in Unicode scalars. Nil for binary files.
    public let column: Int?
    /// The place in the document, as `$[3].friends[2].nick`; nil where no value was being read.
    public let keyPath: String?
    /// What was found and what was due, without a full stop.
    public let sentence: String
    /// The likely fix, without a full stop.
    public let hint: String?

    /// An error at a place in the text (`line`, `column`) and in the document (`keyPath`).
    public init(line: Int?, column: Int?, keyPath: String?, sentence: String, hint: String? = nil) {
        self.line = line
        self.column = column
        self.keyPath = keyPath
        self.sentence = sentence
        self.hint = hint
    }
}

extension PropertyListError {
    /// The tables that a file of this size needs can't be had.
    static var outOfMemory: PropertyListError {
        PropertyListError(line: nil, column: nil, keyPath: "$", sentence: XMLProblem.outOfMemory.sentence)
    }
}

extension PropertyListError: CustomStringConvertible {
    /// `LINE:COLUMN: error: SENTENCE [KEYPATH]`, one line; without a place `error: SENTENCE [KEYPATH]`.
    public var description: String { FindingLine.text(nil, line, column, "error", sentence, hint, keyPath) }

    /// The finding as `roster check` prints it: `FILE:LINE:COLUMN: error: SENTENCE [KEYPATH]`.
    public func finding(in file: String) -> String {
        FindingLine.text(file, line, column, "error", sentence, hint, keyPath)
    }
}

/// Something in an accepted property list that its owner should look at.
public struct PropertyListWarning: Equatable, Sendable {
    /// The line, from 1. Nil for binary files.
    public let line: Int?
    /// The column, from 1, in Unicode scalars. Nil for binary files.
    public let column: Int?
    /// The place in the document, as `$[3].friends[2].nick`.
    public let keyPath: String?
    /// What was found, without a full stop.
    public let sentence: String
    /// The likely fix, without a full stop.
    public let hint: String?

    /// A warning at a place in the text (`line`, `column`) and in the document (`keyPath`).
    public init(line: Int?, column: Int?, keyPath: String?, sentence: String, hint: String? = nil) {
        self.line = line
        self.column = column
        self.keyPath = keyPath
        self.sentence = sentence
        self.hint = hint
    }

    /// A warning about `value`, which lies at `keyPath`. Finding the line costs one pass over the text before it.
    public init(at value: PropertyListValue, keyPath: String, sentence: String, hint: String? = nil) {
        let place = value.position
        self.init(line: place?.line, column: place?.column, keyPath: keyPath, sentence: sentence, hint: hint)
    }
}

extension PropertyListWarning: CustomStringConvertible {
    /// `LINE:COLUMN: warning: SENTENCE [KEYPATH]`, one line; without a place `warning: SENTENCE [KEYPATH]`.
    public var description: String { FindingLine.text(nil, line, column, "warning", sentence, hint, keyPath) }

    /// The finding as `roster check` prints it: `FILE:LINE:COLUMN: warning: SENTENCE [KEYPATH]`.
    public func finding(in file: String) -> String {
        FindingLine.text(file, line, column, "warning", sentence, hint, keyPath)
    }
}

/// The one form every finding is printed in.
enum FindingLine {
    // One parameter for each part of the line.
    static func text(
        _ file: String?,
        _ line: Int?,
        _ column: Int?,
        _ severity: String,
        _ sentence: String,
        _ hint: String?,
        _ keyPath: String?
    ) -> String {
        var text = file.map { Quoted.line($0) + ":" } ?? ""
        if let line, let column { text += "\(line):\(column):" }
        if !text.isEmpty { text += " " }
        text += "\(severity): \(sentence)"
        if let hint { text += "; \(hint)" }
        if let keyPath { text += " [\(keyPath)]" }
        return text
    }
}
