/// Where in an HTML document a template stands: the tokenizer's state, as far as escaping depends on it.
///
/// Values are compared to find branches that end in different places, and are part of the key under which a recursive
/// partial is compiled. The states are those of the HTML standard's tokenizer (§13.2.5), fewer where no value may stand.
struct HTMLContext: Hashable {
    enum State: UInt8 {
        case text
        /// After `<`.
        case tagOpen
        /// After `</`.
        case endTagOpen
        case tagName
        case beforeAttributeName
        case attributeName
        case afterAttributeName
        case beforeAttributeValue
        case attributeValue
        case unquotedValue
        case afterAttributeValue
        /// After `/` in a tag.
        case selfClosing
        /// Branches ended a tag's name or an attribute here: white space, `/` or `>` must follow.
        case afterBranches
        /// After `<!`.
        case markupDeclaration
        case comment
        /// A declaration, a processing instruction or another comment up to the next `>`.
        case bogusComment
        /// Inside an element whose content is not markup.
        case rawText
        case rawTextTagOpen
        case rawTextEndTag
    }

    var state = State.text
    /// The element whose tag this is, or whose raw text.
    var element = HTMLElement.other
    var isEndTag = false
    /// The name being read, small letters; the last bytes of a comment.
    var name: [UInt8] = []
    var attribute = HTMLAttribute.plain
    var quote: UInt8 = 0
    var address = AddressPart.start
    /// A character reference has begun in an address and is not complete.
    var inReference = false
    /// What this `meta` tag holds so far: both together could send the reader elsewhere.
    var hasHTTPEquiv = false
    var hasContentValue = false

    /// How a value is written here.
    enum Escaping: UInt8, Sendable {
        /// As it is: text mode's triple mustache, and trusted markup.
        case none
        /// `& < > " '` escaped.
        case html
        /// A whole address: scheme checked, percent-encoded.
        case address
        /// A component of an address, percent-encoded.
        case component
        /// Candidates of `srcset`.
        case candidates
        /// One address in `srcset`.
        case candidate
    }

    /// Why a value or a literal cannot stand here.
    struct Refusal: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }
}

extension HTMLContext {
    /// How a value is written here, and the context after it. `isAddress` says that the value's scheme is checked already.
    mutating func escaping(isAddress: Bool) throws(Refusal) -> Escaping {
        switch state {
        case .text: return .html
        case .rawText:
            if element == .title || element == .textarea { return .html }
            throw Refusal("a value cannot be made safe inside <\(element)>")
        case .attributeValue: return try attributeEscaping(isAddress: isAddress)
        default: throw Refusal(refusal)
        }
    }

    /// Whether trusted markup may stand here.
    func checkMarkup() throws(Refusal) {
        guard state == .text else {
            throw Refusal("trusted markup can stand between tags only: here write it with two braces, to be escaped")
        }
    }

    private var refusal: String {
        switch state {
        case .tagOpen, .endTagOpen, .tagName: "a value cannot be part of a tag's name"
        case .beforeAttributeName, .attributeName, .afterAttributeName, .selfClosing, .afterBranches,
            .afterAttributeValue:
            "a value cannot be an attribute's name or stand loose in a tag: put it in a quoted attribute"
        case .beforeAttributeValue, .unquotedValue: "a value in an unquoted attribute: put quotes around it"
        case .comment, .bogusComment, .markupDeclaration: "a value cannot stand in a comment or a declaration"
        case .rawTextTagOpen, .rawTextEndTag: "a value cannot follow '<' inside <\(element)>"
        case .text, .attributeValue, .rawText: "a value cannot stand here"
        }
    }

    private mutating func attributeEscaping(isAddress: Bool) throws(Refusal) -> Escaping {
        switch attribute {
        case .plain: return .html
        case .refused(let reason): throw Refusal(reason)
        case .metaContent:
            guard !hasHTTPEquiv else { throw Refusal(Self.refreshReason) }
            hasContentValue = true
            return .html
        case .address: return try addressEscaping(isAddress: isAddress)
        case .addressSet: return try candidateEscaping(isAddress: isAddress)
        }
    }

    static let refreshReason = "a value in 'content' beside 'http-equiv' could send the reader anywhere"

    private mutating func addressEscaping(isAddress: Bool) throws(Refusal) -> Escaping {
        guard !inReference else {
            throw Refusal("a value would become part of a character reference: write '&amp;' for '&'")
        }
        switch address {
        case .start:
            address = .undecided
            return .address
        case .scheme, .undecided:
            address = .undecided
            return isAddress ? .address : .component
        case .path: return isAddress ? .address : .component
        case .query: return .component
        case .unknownScheme: throw Refusal("a value in an address whose scheme is not http, https, mailto or tel")
        case .descriptor: return .component
        }
    }

    private mutating func candidateEscaping(isAddress: Bool) throws(Refusal) -> Escaping {
        let escaping = try addressEscaping(isAddress: isAddress)
        guard escaping == .address else { return escaping }
        return isAddress ? .candidate : .candidates
    }

    /// The context where two branches meet, or nil if they cannot.
    func joined(with other: HTMLContext) -> HTMLContext? {
        if self == other { return self }
        if let tag = joinedInTag(with: other) { return tag }
        return joinedInAddress(with: other)
    }

    /// Both stand in a tag between attributes: what follows must begin a new one for both.
    private func joinedInTag(with other: HTMLContext) -> HTMLContext? {
        guard let one = betweenAttributes, let two = other.betweenAttributes else { return nil }
        guard one.element == two.element, one.isEndTag == two.isEndTag else { return nil }
        var joined = one
        joined.hasHTTPEquiv = one.hasHTTPEquiv || two.hasHTTPEquiv
        joined.hasContentValue = one.hasContentValue || two.hasContentValue
        return joined
    }

    private var betweenAttributes: HTMLContext? {
        var result = self
        switch state {
        case .tagName: result.element = HTMLElement(name: name)
        // A name without a value: nothing that a value could stand in depends on it.
        case .attributeName, .beforeAttributeName, .afterAttributeName, .afterAttributeValue, .afterBranches: break
        default: return nil
        }
        result.state = .afterBranches
        result.name = []
        result.attribute = .plain
        result.quote = 0
        result.address = .start
        return result
    }

    /// Both stand in one attribute that holds an address: from here on nothing may decide its scheme.
    private func joinedInAddress(with other: HTMLContext) -> HTMLContext? {
        guard state == .attributeValue, attribute == .address || attribute == .addressSet else { return nil }
        guard address != .unknownScheme, other.address != .unknownScheme else { return nil }
        var joined = self
        joined.address = .undecided
        joined.name = []
        joined.inReference = inReference || other.inReference
        var twin = other
        twin.address = .undecided
        twin.name = []
        twin.inReference = joined.inReference
        return joined == twin ? joined : nil
    }

    /// What stands here, for messages.
    var place: String {
        switch state {
        case .text: "text"
        case .tagOpen, .endTagOpen, .tagName: "a tag's name"
        case .beforeAttributeName, .attributeName, .afterAttributeName, .afterAttributeValue, .selfClosing,
            .afterBranches:
            "a tag"
        case .beforeAttributeValue, .unquotedValue: "an unquoted attribute"
        case .attributeValue: quote == UInt8(ascii: "'") ? "an attribute in single quotes" : "an attribute in quotes"
        case .markupDeclaration, .comment, .bogusComment: "a comment or a declaration"
        case .rawText, .rawTextTagOpen, .rawTextEndTag: "the content of <\(element)>"
        }
    }
}
