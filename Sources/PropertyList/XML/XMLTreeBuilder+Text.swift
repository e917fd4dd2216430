internal import Bytes
internal import Glibc

/// The text of the element that is open: a stretch of the source as long as it stands there as read, else a stretch at
/// the end of the arena.
struct TextRun {
    /// The node the text belongs to.
    var node = 0
    var offset = 0
    var count = 0
    /// Whether it was moved to the arena.
    var isCopied = false

    @inline(__always)
    mutating func begin(node: Int) {
        self.node = node
        offset = 0
        count = 0
        isCopied = false
    }
}

extension XMLTreeBuilder {
    /// Character data; the parser has read up to `end`. False when the document is refused.
    @inline(__always)
    mutating func characters(_ bytes: UnsafePointer<UInt8>, _ length: Int, end: Int) -> Bool {
        let start = lastEnd
        lastEnd = end
        guard let open = scalar else { return unsafe between(bytes, length, start) }
        if open == .true || open == .false { return unsafe between(bytes, length, start) }
        let from = end &- length
        // References, CR LF and markup are longer than what they stand for; a lone CR is not: so compare.
        if !text.isCopied, from >= 0, end <= sourceCount, text.count == 0 || from == text.offset &+ text.count,
            unsafe memcmp(source + from, bytes, length) == 0
        {
            if text.count == 0 { text.offset = from }
            text.count &+= length
        } else {
            unsafe copy(ByteView(start: bytes, count: length))
        }
        return true
    }

    /// A piece of a CDATA section: text inside an element that holds text, refused elsewhere.
    mutating func section(_ bytes: UnsafePointer<UInt8>, _ length: Int, end: Int) -> Bool {
        let start = lastEnd
        guard let open = scalar, open != .true, open != .false else {
            return fail(.textBetweenElements, at: start)
        }
        // The last piece is reported before its end mark is stepped over.
        let isLast = sourceView.dropFirst(end).hasPrefix(ByteView("]]>"))
        lastEnd = isLast ? end + 3 : end
        openSection = isLast ? nil : openSection ?? start
        if let fault = forbidden(in: end - length..<end) { return fail(fault.problem, atExactly: fault.offset) }
        let isAfterCR = end > length && end <= sourceCount && sourceView[end - length - 1] == 0x0D
        unsafe copyNormalized(ByteView(start: bytes, count: length), isAfterCR: isAfterCR)
        return true
    }

    /// The first character of a CDATA section that XML does not allow: the push parser lets some overlong forms pass.
    private func forbidden(in range: Range<Int>) -> XMLFailure? {
        let finder = XMLFaultFinder(text: sourceView.prefix(range.upperBound), context: .characters)
        var index = max(0, range.lowerBound)
        while index < finder.text.count {
            do throws(XMLFaultFinder.Fault) {
                index = try finder.character(at: index)
            } catch {
                return XMLFailure(problem: .fault(error.sentence, hint: error.hint), offset: error.offset)
            }
        }
        return nil
    }

    /// The push parser hands out CDATA as it stands: CR LF and CR become LF here (XML 1.0 §2.11).
    private mutating func copyNormalized(_ piece: ByteView, isAfterCR: Bool) {
        var rest = isAfterCR && piece.first == 0x0A ? piece.dropFirst(1) : piece
        while let cr = rest.firstIndex(of: 0x0D) {
            copy(rest.prefix(cr))
            copy(ByteView("\n"))
            rest = rest.dropFirst(cr + 1)
            if rest.first == 0x0A { rest = rest.dropFirst(1) }
        }
        copy(rest)
    }

    /// A comment or a processing instruction: nobody sees it.
    @inline(__always)
    mutating func skip(end: Int) { lastEnd = end }

    /// Ends a string or key.
    @inline(__always)
    mutating func closeText() {
        let flag = text.isCopied ? Node.Shape.inArena : 0
        nodes[text.node].shape.bits |= flag
        nodes[text.node].payload = Node.pack(
            UInt32(truncatingIfNeeded: text.offset),
            UInt32(truncatingIfNeeded: text.count)
        )
    }

    /// The text read so far. Valid until the arena grows.
    var runView: ByteView {
        let range = text.offset..<text.offset + text.count
        return text.isCopied ? arena.view[range] : sourceView[range]
    }

    private mutating func copy(_ bytes: ByteView) {
        if !text.isCopied {
            let soFar = runView
            text.offset = arena.count
            arena.append(soFar)
            text.isCopied = true
        }
        arena.append(bytes)
        text.count &+= bytes.count
    }

    /// Between elements, and in `<true>` and `<false>`, only white space may stand.
    @inline(__always)
    private mutating func between(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ start: Int) -> Bool {
        var index = 0
        while index < length {
            guard unsafe bytes[index].isXMLSpace else { return strayText(start) }
            index &+= 1
        }
        return true
    }

    private mutating func strayText(_ start: Int) -> Bool {
        var place = sourceView.constructStart(after: start)
        while place < sourceCount, sourceView[place].isXMLSpace { place += 1 }
        if let scalar { return fail(.booleanWithContent(scalar), atExactly: place) }
        return fail(.textBetweenElements, atExactly: place)
    }
}
