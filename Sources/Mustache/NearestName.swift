/// Finds what somebody meant to write.
enum NearestName {
    /// `; did you mean 'title'?`, or the names there are, or nothing.
    static func hint(for name: String, among names: [String]) -> String {
        let best = names.map { ($0, distance(name, $0)) }.min { $0.1 < $1.1 }
        if let best, best.1 <= max(1, min(name.count, best.0.count) / 2) { return "; did you mean '\(best.0)'?" }
        guard !names.isEmpty else { return "" }
        let shown = names.prefix(12).joined(separator: ", ")
        return "; known here: \(shown)\(names.count > 12 ? ", …" : "")"
    }

    /// How many letters to add, drop, change or swap with the next. Names are short; longer ones are cut.
    static func distance(_ one: String, _ other: String) -> Int {
        let a = Array(one.lowercased().unicodeScalars.prefix(64))
        let b = Array(other.lowercased().unicodeScalars.prefix(64))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
