/// The name of a picture's file taken apart as `imageNamed:` does: `faces/ada@2x.png` is `faces/ada`, 2, `.png`.
struct ImageName: Equatable {
    /// The name without scale and ending.
    var name: String
    /// 1, 2 or 3.
    var scale: Int
    /// The ending with its dot, in small letters; empty without one.
    var ending: String

    /// The endings that count, in the order in which they are tried.
    static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

    /// Takes `text` apart; an ending that is no picture's stays in the name.
    init(_ text: some StringProtocol) {
        let lowered = text.lowercased()
        ending = Self.endings.first { lowered.utf8.count > $0.utf8.count && lowered.hasSuffix($0) } ?? ""
        var stem = String(decoding: Array(text.utf8.dropLast(ending.utf8.count)), as: UTF8.self)
        scale = 1
        for (suffix, factor) in [("@2x", 2), ("@3x", 3), ("@1x", 1)] where stem.hasSuffix(suffix) && stem != suffix {
            stem.removeLast(suffix.count)
            scale = factor
            break
        }
        name = stem
    }
}
