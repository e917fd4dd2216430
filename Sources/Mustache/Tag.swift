/// One tag of a template and how it sits on its line.
struct Tag {
    enum Kind: Equatable {
        /// `{{name}}`
        case variable
        /// `{{{name}}}` or `{{&name}}`
        case raw
        /// `{{#name}}`
        case section
        /// `{{^name}}`
        case inverted
        /// `{{/name}}`
        case close
        /// `{{>name}}`
        case partial
        /// `{{<name}}`
        case parent
        /// `{{$name}}`
        case block
        /// `{{!…}}` and `{{=… …=}}`
        case silent
    }

    let kind: Kind
    /// What stands in the tag, without the sigil and surrounding white space.
    let name: String
    /// From the opening delimiter to after the closing one.
    let range: Range<Int>
    /// Where the name begins.
    let nameOffset: Int
    /// Where the tag's first line begins and the one after its last line.
    let lines: Range<Int>
    /// Only white space stands before the tag on its line.
    let leftBlank: Bool
    /// Only white space stands after the tag on its line.
    let rightBlank: Bool
    /// Decided when tags are paired: the white space before, the white space and line ending after, are not output.
    var stripsLeft = false
    var stripsRight = false
    /// The index of the closing or the opening tag; nil for tags without.
    var partner: Int?
    /// A block directly inside a parent: an argument, not a place.
    var isArgument = false

    var start: Int { stripsLeft ? lines.lowerBound : range.lowerBound }
    var end: Int { stripsRight ? lines.upperBound : range.upperBound }
}
