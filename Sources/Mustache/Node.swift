/// A parsed template: a tree, nothing resolved yet.
indirect enum Node: Sendable {
    /// What stands between tags, as it is in the source.
    case text(Range<Int>)
    /// A line begins here with a tag.
    case lineStart
    case variable(Name, raw: Bool)
    case section(Name, inverted: Bool, [Node])
    /// A partial; `indentation` is what stood before it on a line of its own.
    case partial(Reference)
    case parent(Reference, arguments: [Block])
    case block(Block)
}

/// A dotted name and where it stands.
struct Name: Sendable, Hashable {
    /// `a.b` is two parts; `.`, the value itself, is none.
    let parts: [String]
    let offset: Int

    var isImplicit: Bool { parts.isEmpty }
    var text: String { parts.isEmpty ? "." : parts.joined(separator: ".") }
}

/// Which template to put in.
struct Reference: Sendable {
    enum Target: Sendable {
        case fixed(String)
        /// `{{>*name}}`: the value of a name says which.
        case dynamic(Name)
    }
    let target: Target
    let offset: Int
    /// Put before each line of the template; nil inside a line.
    let indentation: [UInt8]?
}

/// A block: a place with default content, or, inside a parent, what goes there instead.
struct Block: Sendable {
    let name: String
    let offset: Int
    let children: [Node]
    /// The white space its content is written with.
    let indentation: [UInt8]
    /// Its opening tag ends a line, its content begins on the next.
    let opensLine: Bool
    /// The tags stand on lines of their own: content that replaces it is indented and ends its line.
    let standsAlone: Bool
    /// Its content ends with a line ending.
    let closesLine: Bool
}

/// One template, parsed.
struct ParsedTemplate: Sendable {
    let source: SourceText
    let nodes: [Node]
}
