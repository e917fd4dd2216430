internal import PropertyList

/// The warnings of one file: of each kind the first ones, then how many more there are.
struct WarningLog {
    /// Enough of one kind to see the pattern; the rest is counted.
    static let perKind = 20
    /// Enough in all: whoever has more mends the first ones first.
    static let inAll = 200

    private var warnings: [PropertyListWarning] = []
    private var counts: [String: Int] = [:]
    private var kinds: [String] = []
    private var leftOut = 0
    private var places = SourcePositionFinder()

    /// Adds a warning about `value`, which lies at `path`; `kind` is the same for warnings of one pattern.
    mutating func add(
        _ sentence: @autoclosure () -> String,
        hint: @autoclosure () -> String? = nil,
        at value: PropertyListValue,
        _ path: @autoclosure () -> PropertyListKeyPath,
        kind: String,
    ) {
        if counts[kind] == nil { kinds.append(kind) }
        counts[kind, default: 0] += 1
        guard counts[kind, default: 0] <= Self.perKind, warnings.count < Self.inAll else {
            leftOut += 1
            return
        }
        let place = places.position(of: value)
        warnings.append(
            PropertyListWarning(
                line: place?.line,
                column: place?.column,
                keyPath: path().description,
                sentence: sentence(),
                hint: hint()
            )
        )
    }

    /// All warnings, the last one saying how many were left out.
    func all() -> [PropertyListWarning] {
        guard leftOut > 0 else { return warnings }
        let repeated = kinds.filter { counts[$0, default: 0] > Self.perKind }.map { "\($0): \(counts[$0, default: 0])" }
        let details = repeated.isEmpty ? "" : " (in all \(repeated.prefix(5).joined(separator: ", ")))"
        return warnings + [
            PropertyListWarning(
                line: nil,
                column: nil,
                keyPath: nil,
                sentence: "\(leftOut) more warnings like these\(details)"
            )
        ]
    }
}
