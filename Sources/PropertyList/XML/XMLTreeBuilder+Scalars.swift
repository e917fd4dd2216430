internal import Bytes

extension XMLTreeBuilder {
    /// Ends an element whose text is no string.
    mutating func closeScalar(_ element: XMLElement) -> Bool {
        switch element {
        case .true, .false:
            nodes[nodes.count - 1].payload = element == .true ? 1 : 0
            return true
        case .data:
            return closeData()
        default:
            return closeNumber(element)
        }
    }

    private mutating func closeNumber(_ element: XMLElement) -> Bool {
        let node = nodes.count - 1
        let content = runView.trimmedXMLSpace
        guard !content.isEmpty else { return fail(.emptyScalar(element), inTagBefore: Int(nodes[node].offset)) }
        switch element {
        case .integer:
            guard let number = IntegerText.parse(content) else { return refuse(element, content) }
            nodes[node].payload = number.bits
            if number.isUnsigned { nodes[node].shape = Node.Shape.integer.adding(Node.Shape.isUnsigned) }
        case .real:
            guard let number = RealText.parse(content) else { return refuse(element, content) }
            nodes[node].payload = number.bitPattern
        default:
            guard let date = DateText.parse(content) else { return refuse(element, content) }
            nodes[node].payload = date.secondsSince2001.bitPattern
        }
        // What was copied is not needed any more.
        if text.isCopied { arena.truncate(to: text.offset) }
        return true
    }

    private mutating func closeData() -> Bool {
        let node = nodes.count - 1
        let outcome: Base64.Outcome
        let offset: Int
        if text.isCopied {
            // Decoding shrinks, so it can go over what it reads.
            let encoded = SharedBytes(runView)
            offset = text.offset
            arena.truncate(to: offset)
            outcome = Base64.decode(encoded.view, into: &arena)
        } else {
            offset = arena.count
            outcome = Base64.decode(runView, into: &arena)
        }
        if case .failure(let problem, let index) = outcome {
            let place = text.isCopied ? contentStart(of: node) : text.offset + index
            return fail(.badData(problem), at: place)
        }
        nodes[node].shape = Node.Shape.data.adding(Node.Shape.inArena)
        nodes[node].payload = Node.pack(
            UInt32(truncatingIfNeeded: offset),
            UInt32(truncatingIfNeeded: arena.count - offset)
        )
        return true
    }

    private mutating func refuse(_ element: XMLElement, _ content: ByteView) -> Bool {
        let problem = XMLProblem.badScalar(
            element,
            Quoted.excerpt(content),
            hint: ScalarAdvice.hint(element, content)
        )
        var place = text.isCopied ? contentStart(of: nodes.count - 1) : text.offset
        while place < sourceCount, sourceView[place].isXMLSpace { place += 1 }
        return fail(problem, at: place)
    }

    /// Where the content of a node's element begins: after the `>` of its start tag.
    private func contentStart(of node: Int) -> Int { Int(nodes[node].offset) + 1 }
}

extension ByteView {
    /// Whether all bytes are XML white space.
    var isXMLBlank: Bool {
        var index = 0
        while index < count, self[index].isXMLSpace { index += 1 }
        return index == count
    }

    /// Without XML white space at both ends; nothing else is white space.
    var trimmedXMLSpace: ByteView {
        var (lower, upper) = (0, count)
        while lower < upper, self[lower].isXMLSpace { lower += 1 }
        while upper > lower, self[upper - 1].isXMLSpace { upper -= 1 }
        return self[lower..<upper]
    }
}
