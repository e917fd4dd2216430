internal import PropertyList

/// Something in the data folder that its owner should look at, as one line of `roster check`.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: Sendable {
        /// The file, or a setting, is not used.
        case error
        /// Everything is used, but not as written.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// `FILE:LINE:COLUMN: error|warning: SENTENCE [KEYPATH]`; without a place where the file has no lines.
    public let description: String

    /// Why `file` can't be read as a property list.
    init(_ error: PropertyListError, in file: String) {
        severity = .error
        description = error.finding(in: file)
    }

    /// What is odd in `file`.
    init(_ warning: PropertyListWarning, in file: String) {
        severity = .warning
        description = warning.finding(in: file)
    }

    /// Why `file` as a whole is not used.
    static func error(_ sentence: String, in file: String) -> Finding {
        Finding(PropertyListError(line: nil, column: nil, keyPath: nil, sentence: sentence), in: file)
    }

    /// What is odd about `file` as a whole.
    static func warning(_ sentence: String, in file: String) -> Finding {
        Finding(PropertyListWarning(line: nil, column: nil, keyPath: nil, sentence: sentence), in: file)
    }
}
