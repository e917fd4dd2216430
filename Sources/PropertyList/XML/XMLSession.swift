internal import CLibXML2

/// One run of the parser: its block of memory, which the callbacks reach through a raw pointer.
@safe
struct XMLSession: ~Copyable {
    private let state: UnsafeMutablePointer<State>

    /// What the callbacks see. Raw memory: nothing is retained or released on the way.
    @safe
    struct State: ~Copyable {
        var builder: XMLTreeBuilder
        let parser: xmlParserCtxtPtr
        /// How far the parser has read. There is no other input: entities are not read.
        let input: xmlParserInputPtr
        /// The parser's own pointers for the names of the elements: the same pointer for the same name.
        let names: NameTable
        /// What the parser found wrong, in its own words.
        var message: String?
        var isStopped = false
    }

    /// A session that reads `bytes` from `start`; nil when there is no memory for it. The caller keeps the bytes, and a
    /// zero byte follows them.
    init?(bytes: UnsafeRawBufferPointer, start: Int, limits: PropertyListLimits) {
        guard let builder = unsafe XMLTreeBuilder(source: bytes, start: start, limits: limits),
            let parser = unsafe xmlNewParserCtxt()
        else { return nil }
        guard let input = unsafe Self.input(of: parser, builder.source, start: start, count: bytes.count) else {
            unsafe xmlFreeParserCtxt(parser)
            return nil
        }
        // HUGE: the limits are ours. IGNORE_ENC: the text is UTF-8, whatever its label says.
        let options = XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        unsafe xmlCtxtUseOptions(parser, CInt(bitPattern: options))
        let dictionary = unsafe parser.pointee.dict
        let names = NameTable { name in
            unsafe UInt(bitPattern: xmlDictLookup(dictionary, name.utf8Start, CInt(name.utf8CodeUnitCount)))
        }
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State(builder: builder, parser: parser, input: input, names: names))
        unsafe parser.pointee.sax.pointee = unsafe XMLCallbacks.handler
        unsafe parser.pointee.userData = unsafe UnsafeMutableRawPointer(state)
    }

    deinit {
        unsafe xmlFreeParserCtxt(state.pointee.parser)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// An input without a buffer: it is never refilled and never moves, and the zero byte ends it.
    private static func input(
        of parser: xmlParserCtxtPtr,
        _ source: UnsafePointer<UInt8>,
        start: Int,
        count: Int
    ) -> xmlParserInputPtr? {
        guard let input = unsafe xmlNewInputStream(parser) else { return nil }
        unsafe input.pointee.base = unsafe source
        unsafe input.pointee.cur = unsafe source + start
        unsafe input.pointee.end = unsafe source + count
        guard unsafe inputPush(parser, input) >= 0 else {
            unsafe xmlFreeInputStream(input)
            return nil
        }
        return unsafe input
    }

    /// Reads the document, to its end or to the first thing wrong.
    borrowing func run() { unsafe xmlParseDocument(state.pointee.parser) }

    /// The document, or what was wrong.
    consuming func finish(_ source: XMLSource) throws(PropertyListError) -> PropertyList {
        let memory = unsafe state
        discard self
        let last = unsafe memory.move()
        unsafe memory.deallocate()
        unsafe xmlFreeParserCtxt(last.parser)
        if let refusal = XMLVerdict(last.builder, last.message, source).refusal { throw refusal }
        return last.builder.freeze(source.text)
    }
}
