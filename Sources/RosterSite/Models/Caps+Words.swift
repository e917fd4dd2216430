extension Caps {
    /// The caps as a message names them: `cap 27, 27`.
    var words: String {
        let (name, lengths): (String, [Double]) =
            switch self {
            case .stretchable(let left, let top): ("cap", [left, top])
            case .tiled(let top, let left, let bottom, let right), .stretched(let top, let left, let bottom, let right):
                ("insets", [top, left, bottom, right])
            }
        return "\(name) " + lengths.map { BorderImage.number($0) }.joined(separator: ", ")
    }
}
