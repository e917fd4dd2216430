/// How a match of any length is cut into pieces that DEFLATE can say: 258 bytes at most, 3 at least.
struct MatchPieces: Sendable, Equatable {
    /// Pieces of 258 bytes.
    let longest: Int
    /// The next piece, or 0.
    let first: Int
    /// The piece after that, or 0.
    let second: Int

    /// `length` is 0 or at least 3.
    init(_ length: Int) {
        let (whole, rest) = length.quotientAndRemainder(dividingBy: DeflateCodes.longestMatch)
        if rest == 0 || rest >= 3 || whole == 0 {
            (longest, first, second) = (whole, rest, 0)
        } else {
            // A rest of one or two bytes can't be said: take some from the last whole piece.
            (longest, first, second) = (whole - 1, DeflateCodes.longestMatch + rest - 3, 3)
        }
    }
}

extension ReferenceStream.Extent {
    /// The length when every row has `wider` bytes more than the parts and all rows added have `taller` bytes.
    func length(wider: Int, taller: Int) -> Int {
        Int(fixed) &+ Int(rowZones) &* wider &+ Int(tallZones) &* taller
    }
}
