internal import Bytes

extension HTMLContext {
    /// The context after one literal byte. What browsers read in more than one way is refused.
    mutating func advance(_ byte: UInt8) throws(Refusal) {
        switch state {
        case .text: if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .tagOpen: try advanceTagOpen(byte)
        case .endTagOpen: advanceEndTagOpen(byte)
        case .tagName: try advanceTagName(byte)
        case .beforeAttributeName, .afterBranches, .afterAttributeValue, .selfClosing: try advanceInTag(byte)
        case .attributeName: try advanceAttributeName(byte)
        case .afterAttributeName: try advanceAfterAttributeName(byte)
        case .beforeAttributeValue: try advanceBeforeValue(byte)
        case .attributeValue: try advanceValue(byte)
        case .unquotedValue: try advanceUnquoted(byte)
        case .markupDeclaration: try advanceDeclaration(byte)
        case .comment: advanceComment(byte)
        case .bogusComment: if byte == UInt8(ascii: ">") { state = .text }
        case .rawText: if byte == UInt8(ascii: "<") { state = .rawTextTagOpen }
        case .rawTextTagOpen: try advanceRawTextTagOpen(byte)
        case .rawTextEndTag: try advanceRawTextEndTag(byte)
        }
    }

    // MARK: Tags

    private mutating func advanceTagOpen(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: "/"): state = .endTagOpen
        case UInt8(ascii: "!"): state = .markupDeclaration
        case UInt8(ascii: "?"): state = .bogusComment
        case _ where ASCII.isLetter(byte): beginTag(byte, isEnd: false)
        case UInt8(ascii: "<"): break
        default: state = .text
        }
    }

    private mutating func advanceEndTagOpen(_ byte: UInt8) {
        if ASCII.isLetter(byte) {
            beginTag(byte, isEnd: true)
        } else {
            state = byte == UInt8(ascii: ">") ? .text : .bogusComment
        }
    }

    private mutating func beginTag(_ byte: UInt8, isEnd: Bool) {
        self = HTMLContext()
        state = .tagName
        isEndTag = isEnd
        name = [ASCII.lowercased(byte)]
    }

    private mutating func advanceTagName(_ byte: UInt8) throws(Refusal) {
        if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
            element = HTMLElement(name: name)
            name = []
            return try endPart(byte)
        }
        guard byte != UInt8(ascii: "<"), byte != 0 else {
            throw Refusal("'<' in a tag's name: a '>' is missing before")
        }
        name.append(ASCII.lowercased(byte))
    }

    /// After a tag's name or an attribute: white space, `/` or the tag's end.
    private mutating func endPart(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: ">"): try endTag()
        case UInt8(ascii: "/"): state = .selfClosing
        default: state = .beforeAttributeName
        }
    }

    private mutating func endTag() throws(Refusal) {
        let tag = self
        self = HTMLContext()
        guard tag.isEndTag || tag.element != .noscript && tag.element != .plaintext else {
            throw Refusal("<\(tag.element)>: browsers read its content in different ways")
        }
        guard !tag.isEndTag, tag.element.hasRawText else { return }
        // HTML ignores the slash, SVG does not: what follows would be text for one and markup for the other.
        guard tag.state != .selfClosing else { throw Refusal("<\(tag.element)/>: write an end tag") }
        element = tag.element
        state = .rawText
    }

    private mutating func advanceInTag(_ byte: UInt8) throws(Refusal) {
        if Self.isSpace(byte) {
            state = .beforeAttributeName
        } else if byte == UInt8(ascii: ">") {
            try endTag()
        } else if byte == UInt8(ascii: "/") {
            state = .selfClosing
        } else if state == .afterAttributeValue {
            throw Refusal("white space is missing after the attribute before")
        } else if state == .afterBranches {
            throw Refusal("white space is missing here: a section ends an attribute or the tag's name before")
        } else {
            try beginAttribute(byte)
        }
    }

    private mutating func beginAttribute(_ byte: UInt8) throws(Refusal) {
        guard byte != UInt8(ascii: "=") else { throw Refusal("'=' without an attribute's name before it") }
        state = .attributeName
        name = []
        try advanceAttributeName(byte)
    }

    // MARK: Attributes

    private mutating func advanceAttributeName(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: "="):
            try endAttributeName()
            state = .beforeAttributeValue
        case _ where Self.isSpace(byte): state = .afterAttributeName
        case UInt8(ascii: "/"), UInt8(ascii: ">"):
            try endAttributeName()
            try endPart(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), 0:
            throw Refusal("a quote, '<' or NUL in an attribute's name: is a quote or '>' missing before?")
        default: name.append(ASCII.lowercased(byte))
        }
    }

    mutating func endAttributeName() throws(Refusal) {
        attribute = HTMLAttribute(name: name, of: element)
        if element == .meta, name.elementsEqual("http-equiv".utf8) {
            guard !hasContentValue else { throw Refusal(Self.refreshReason) }
            hasHTTPEquiv = true
        }
        name = []
    }

    private mutating func advanceAfterAttributeName(_ byte: UInt8) throws(Refusal) {
        if Self.isSpace(byte) { return }
        try endAttributeName()
        if byte == UInt8(ascii: "=") {
            state = .beforeAttributeValue
        } else {
            state = .beforeAttributeName
            try advanceInTag(byte)
        }
    }

    private mutating func advanceBeforeValue(_ byte: UInt8) throws(Refusal) {
        if Self.isSpace(byte) { return }
        guard byte != UInt8(ascii: ">") else { throw Refusal("an attribute's value is missing") }
        address = .start
        inReference = false
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            state = .attributeValue
            quote = byte
        } else {
            state = .unquotedValue
            try advanceUnquoted(byte)
        }
    }

    private mutating func advanceValue(_ byte: UInt8) throws(Refusal) {
        if byte == quote {
            state = .afterAttributeValue
            attribute = .plain
            address = .start
            inReference = false
            name = []
            quote = 0
        } else if attribute == .address || attribute == .addressSet {
            try advanceAddress(byte)
        }
    }

    private mutating func advanceUnquoted(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case _ where Self.isSpace(byte), UInt8(ascii: ">"):
            attribute = .plain
            try endPart(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`"):
            throw Refusal("a quote, '<', '=' or '`' in an unquoted attribute: put quotes around the value")
        default: break
        }
    }

    // MARK: Comments and raw text

    private mutating func advanceDeclaration(_ byte: UInt8) throws(Refusal) {
        guard byte != UInt8(ascii: "[") else { throw Refusal("'<![': browsers read it in different ways") }
        if name.isEmpty, byte == UInt8(ascii: "-") {
            name = [byte]
        } else if !name.isEmpty, byte == UInt8(ascii: "-") {
            state = .comment
            name = Array("<!".utf8)
        } else {
            name = []
            state = byte == UInt8(ascii: ">") ? .text : .bogusComment
        }
    }

    /// Ends at `-->` and `--!>`, and at `>` right after `<!--` or `<!---`. HTML standard §13.2.5.43 to 52.
    private mutating func advanceComment(_ byte: UInt8) {
        name.append(byte)
        if name.count > 4 { name.removeFirst(name.count - 4) }
        guard byte == UInt8(ascii: ">") else { return }
        let ends =
            name.suffix(3).elementsEqual("-->".utf8) || name.elementsEqual("--!>".utf8)
            || name.elementsEqual("<!>".utf8) || name.elementsEqual("<!->".utf8)
        if ends { self = HTMLContext() }
    }

    /// In raw text `<` begins only the end tag. Other markup there is text in HTML and markup in SVG: refused.
    private mutating func advanceRawTextTagOpen(_ byte: UInt8) throws(Refusal) {
        if byte == UInt8(ascii: "/") {
            state = .rawTextEndTag
            name = []
        } else if ASCII.isLetter(byte) || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
            throw Refusal("markup inside <\(element)>, where browsers read text")
        } else if byte != UInt8(ascii: "<") {
            state = .rawText
        }
    }

    private mutating func advanceRawTextEndTag(_ byte: UInt8) throws(Refusal) {
        if ASCII.isLetter(byte) {
            name.append(ASCII.lowercased(byte))
        } else if element.isClosed(by: name),
            Self.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
        {
            let closed = element
            self = HTMLContext()
            isEndTag = true
            element = closed
            try endPart(byte)
        } else {
            throw Refusal("an end tag inside <\(element)> that does not close it")
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
}
