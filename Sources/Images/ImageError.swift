/// Why a picture could not be read or made.
public enum ImageError: Error, Equatable {
    /// The file is not a PNG, is cut off or is damaged; `offset` is where in the file, if known.
    case unreadable(reason: String, offset: Int?)
    /// The file is larger than a limit allows.
    case tooLarge(what: String, value: Int, limit: Int)
    /// The caps are negative, not numbers, or longer than the image.
    case caps(String)
    /// The wanted size is not a whole number from 1 up to the limit.
    case size(String)

    /// The word for this kind of error in answers and exit messages: `image`, `caps` or `size`.
    public var code: String {
        switch self {
        case .unreadable, .tooLarge: "image"
        case .caps: "caps"
        case .size: "size"
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// One sentence: what is wrong, where, and what was expected.
    public var description: String {
        switch self {
        case .unreadable(let reason, nil): reason
        case .unreadable(let reason, let offset?): "\(reason) (byte \(offset))"
        case .tooLarge(let what, let value, let limit): "\(what) is \(value), more than the limit of \(limit)"
        case .caps(let sentence), .size(let sentence): sentence
        }
    }
}
