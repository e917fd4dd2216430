internal import Bytes

/// What an error adds about the names there are.
enum NameHint {
    /// Names listed when none is near; more would hide the message.
    private static let shownNames = 12

    /// `; did you mean 'title'?`, or the names there are, or nothing.
    static func text(for name: String, among names: [String]) -> String {
        if let nearest = NearestName.of(name, among: names) { return "; did you mean '\(nearest)'?" }
        guard !names.isEmpty else { return "" }
        let shown = names.prefix(shownNames).joined(separator: ", ")
        return "; known here: \(shown)\(names.count > shownNames ? ", …" : "")"
    }
}
