internal import Bytes
internal import Glibc

/// The text of the element that is open: a stretch of the source as long as it stands there as read, else a stretch at
/// the end of the arena.
struct TextRun {
    /// Where text goes that belongs to no run.
    static var nowhere: Int { -1 }

    /// Where it begins, in the source or in the arena.
    private(set) var offset = 0
    /// Where in the source it goes on, or `nowhere` when it was moved to the arena.
    private(set) var next = nowhere
    /// Whether it was moved to the arena.
    private(set) var isCopied = false

    /// Begins a text whose element's content stands at `place`.
    @inline(__always)
    mutating func begin(at place: Int) {
        offset = place
        next = place
        isCopied = false
    }

    /// Takes `length` bytes of the source at `place` in, if the text goes on there.
    @inline(__always)
    mutating func extend(at place: Int, by length: Int) -> Bool {
        guard place == next else { return false }
        next &+= length
        return true
    }

    /// Goes on at `offset` in the arena.
    mutating func move(to offset: Int) {
        self.offset = offset
        next = Self.nowhere
        isCopied = true
    }

    /// Takes in no more.
    @inline(__always)
    mutating func end() { next = Self.nowhere }
}

extension XMLTreeBuilder {
    /// Whether the `length` bytes at `bytes` stand in the source at `place`.
    @inline(__always)
    func stands(_ bytes: UnsafePointer<UInt8>, _ length: Int, at place: Int) -> Bool {
        guard place >= 0, place &+ length <= sourceCount else { return false }
        return unsafe memcmp(source + place, bytes, length) == 0
    }

    /// Character data at `bytes`, if it is text that stands in the source right after what came before, or a few bytes
    /// of white space between elements, as most of it; false for all the rest.
    @inline(__always)
    mutating func takeEasily(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let place = unsafe offset(of: bytes)
        return text.extend(at: place, by: length) || (scalar == nil && isShortBlank(place, length))
    }

    /// Character data: that behind a comment, or read into the parser's own buffer, or between elements. The parser has
    /// read up to `end`. False when the document is refused.
    mutating func take(_ bytes: UnsafePointer<UInt8>, _ length: Int, end: Int) -> Bool {
        let place = unsafe offset(of: bytes)
        let piece = unsafe ByteView(start: bytes, count: length)
        guard let open = scalar, !open.isBoolean else { return piece.isXMLBlank || strayText() }
        // References, CR LF and markup are longer than what they stand for; a lone CR is not: so compare.
        let origin = place >= 0 && place < sourceCount ? place : end &- length
        if stands(piece, at: origin) {
            if text.extend(at: origin, by: length) { return true }
            if runView.isEmpty, !text.isCopied {
                text.begin(at: origin)
                return text.extend(at: origin, by: length)
            }
        }
        copy(piece)
        return true
    }

    /// Whether `piece` stands in the source at `place`.
    private func stands(_ piece: ByteView, at place: Int) -> Bool {
        guard place >= 0, place &+ piece.count <= sourceCount else { return false }
        return unsafe memcmp(source + place, piece.pointer, piece.count) == 0
    }

    /// A CDATA section: text inside an element that holds text, refused elsewhere.
    mutating func section(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        guard let open = scalar, !open.isBoolean else {
            return fail(.textBetweenElements, at: strayPlace)
        }
        unsafe copy(ByteView(start: bytes, count: length))
        return true
    }

    /// A comment or a processing instruction: nobody sees it.
    @inline(__always)
    mutating func skip(end: Int) { lastEnd = end }

    /// The hash of the key that stands in the source.
    @inline(__always)
    var verbatimHash: UInt64 {
        let count = text.next &- text.offset
        guard count > 0 else { return 0 }
        return unsafe Self.hash(source + text.offset, count)
    }

    static func hash(_ key: ByteView) -> UInt64 { key.isEmpty ? 0 : unsafe hash(key.pointer, key.count) }

    /// A hash of a key, 0 to 63, by its length and three of its bytes.
    @inline(__always)
    private static func hash(_ key: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let bytes = unsafe UInt64(key[0]) | UInt64(key[count / 2]) << 8 | UInt64(key[count &- 1]) << 16
        return ((bytes | UInt64(truncatingIfNeeded: count) << 24) &* 0x9E37_79B9_7F4A_7C15) >> 58
    }

    /// Writes into the last node, a string or key, that its text ends at `end`.
    @inline(__always)
    mutating func setText(end: Int) {
        nodes[nodes.count &- 1].payload = Node.pack(
            UInt32(truncatingIfNeeded: text.offset),
            UInt32(truncatingIfNeeded: end &- text.offset)
        )
    }

    /// Ends a string or key whose text was moved to the arena.
    mutating func closeCopiedText() {
        nodes[nodes.count - 1].shape.bits |= Node.Shape.inArena
        setText(end: arena.count)
    }

    /// The text read so far. Valid until the arena grows.
    var runView: ByteView {
        text.isCopied ? arena.view.dropFirst(text.offset) : sourceView[text.offset..<max(text.offset, text.next)]
    }

    private mutating func copy(_ bytes: ByteView) {
        if !text.isCopied {
            let soFar = runView
            text.move(to: arena.count)
            arena.append(soFar)
        }
        arena.append(bytes)
    }

    /// Whether white space is all that stands in the source at `place`, for up to eight bytes. The parser has refused
    /// what XML does not allow, so whatever is left up to U+0020 is white space.
    @inline(__always)
    private func isShortBlank(_ place: Int, _ length: Int) -> Bool {
        guard length <= 8, place >= 0, place &+ 8 <= sourceCount else { return false }
        // Eight bytes at once; those behind the text are shifted out.
        let word = unsafe UnsafeRawPointer(source + place).loadUnaligned(as: UInt64.self).littleEndian
        let isAbove = (word | (word &+ 0x5F5F_5F5F_5F5F_5F5F)) & 0x8080_8080_8080_8080
        return isAbove &<< UInt64(truncatingIfNeeded: 64 &- 8 &* length) == 0
    }

    /// Text where there must be none.
    private mutating func strayText() -> Bool {
        if let scalar { return fail(.booleanWithContent(scalar), at: strayPlace) }
        return fail(.textBetweenElements, at: strayPlace)
    }

    /// The first thing after the last event that is not white space, nor a reference to some.
    private var strayPlace: Int {
        let finder = XMLFaultFinder(text: sourceView, context: .characters)
        var place = finder.skipSpace(from: sourceView.constructStart(after: lastEnd))
        while let next = finder.blankReference(at: place) { place = finder.skipSpace(from: next) }
        return place
    }
}
