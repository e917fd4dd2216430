internal import Bytes
internal import CLibXML2

/// Reads an XML property list through libxml2's push parser.
///
/// The text goes in as UTF-8 in 64 KiB pieces; the parser's own ideas about encodings, external subsets and depth are
/// switched off or never asked. The callbacks without namespaces are used: property lists have none, and a tenth of
/// the time goes into them otherwise.
enum XMLPropertyListParser {
    /// One read of a large file stays in the second-level cache.
    private static let chunkBytes = 64 * 1024

    static func parse(
        _ source: XMLSource,
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyList {
        if let refusal = FormatSniffer.refusal(of: source) { throw refusal }
        // The source lives as long as this call, and the session no longer.
        let bytes = unsafe source.text.view.withUnsafeBytes { unsafe $0 }
        let session = unsafe XMLSession(bytes: bytes, start: source.start, limits: limits)
        run(session, source)
        return try session.finish(source)
    }

    private static func run(_ session: borrowing XMLSession, _ source: XMLSource) {
        let readable = source.text.view.prefix(source.fault?.offset ?? source.text.count).dropFirst(source.start)
        guard let parser = unsafe session.makeParser() else { return }
        defer { unsafe xmlFreeParserCtxt(parser) }
        unsafe readable.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count, !session.isStopped {
                let length = min(chunkBytes, bytes.count - offset)
                let chunk = unsafe bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
                unsafe xmlParseChunk(parser, chunk, CInt(length), 0)
                offset += length
            }
        }
        guard source.fault == nil, !session.isStopped else { return }
        // Nothing is looked at before there are four bytes.
        if readable.count < 4 { unsafe xmlParseChunk(parser, "   ", 3, 0) }
        unsafe xmlParseChunk(parser, nil, 0, 1)
    }
}

/// One run of the parser: its block of memory, which the callbacks reach through a raw pointer.
@safe
struct XMLSession: ~Copyable {
    private let state: UnsafeMutablePointer<State>

    /// What the callbacks see. Raw memory: nothing is retained or released on the way.
    @safe
    struct State: ~Copyable {
        var builder: XMLTreeBuilder
        var parser: xmlParserCtxtPtr?
        /// Where the text begins in the source; the parser counts from there.
        let start: Int
        /// The parser's own pointers for the names of the elements: the same pointer for the same name.
        var names: NameTable
        /// What the parser found wrong, in its own words.
        var message: String?
        var isStopped = false
    }

    init(bytes: UnsafeRawBufferPointer, start: Int, limits: PropertyListLimits) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: State(
                builder: XMLTreeBuilder(source: bytes, start: start, limits: limits),
                parser: nil,
                start: start,
                names: NameTable(),
            )
        )
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    var isStopped: Bool { unsafe state.pointee.isStopped }

    /// A parser that calls back into this session, which must outlive it.
    borrowing func makeParser() -> xmlParserCtxtPtr? {
        var handler = unsafe XMLCallbacks.handler
        guard let parser = unsafe xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else { return nil }
        // HUGE: the limits are ours. IGNORE_ENC: the text is UTF-8, whatever its label says.
        let options = XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        unsafe xmlCtxtUseOptions(parser, CInt(bitPattern: options))
        unsafe state.pointee.parser = parser
        let dictionary = unsafe parser.pointee.dict
        unsafe state.pointee.names = unsafe NameTable { name in
            unsafe xmlDictLookup(dictionary, name.utf8Start, CInt(name.utf8CodeUnitCount))
        }
        return unsafe parser
    }

    /// The document, or what was wrong.
    consuming func finish(_ source: XMLSource) throws(PropertyListError) -> PropertyList {
        let memory = unsafe state
        discard self
        let last = unsafe memory.move()
        unsafe memory.deallocate()
        if let refusal = XMLVerdict(last.builder, last.message, source).refusal { throw refusal }
        return last.builder.freeze(source.text)
    }
}

/// What libxml2 calls.
private enum XMLCallbacks {
    typealias State = UnsafeMutablePointer<XMLSession.State>

    static var handler: xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        // The structured error callback is used only with this mark.
        unsafe handler.initialized = XML_SAX2_MAGIC
        unsafe handler.startDocument = { context in unsafe XMLCallbacks.began(context) }
        unsafe handler.internalSubset = { context, _, _, _ in unsafe XMLCallbacks.subset(context) }
        unsafe handler.startElement = { context, name, _ in unsafe XMLCallbacks.opened(context, name) }
        unsafe handler.endElement = { context, name in unsafe XMLCallbacks.closed(context, name) }
        unsafe handler.characters = { context, bytes, length in unsafe XMLCallbacks.characters(context, bytes, length) }
        // The same function: else the parser looks at each stretch of white space itself.
        unsafe handler.ignorableWhitespace = unsafe handler.characters
        unsafe handler.cdataBlock = { context, bytes, length in unsafe XMLCallbacks.section(context, bytes, length) }
        unsafe handler.comment = { context, _ in unsafe XMLCallbacks.skipped(context) }
        unsafe handler.processingInstruction = { context, _, _ in unsafe XMLCallbacks.skipped(context) }
        unsafe handler.reference = { context, _ in unsafe XMLCallbacks.undefined(context) }
        unsafe handler.serror = { context, error in unsafe XMLCallbacks.reported(context, error) }
        return unsafe handler
    }

    @inline(__always)
    private static func state(_ context: UnsafeMutableRawPointer?) -> State? {
        unsafe context?.assumingMemoryBound(to: XMLSession.State.self)
    }

    /// How far the parser has read, as an offset in the source.
    @inline(__always)
    private static func position(_ state: State) -> Int {
        guard let input = unsafe state.pointee.parser?.pointee.input, let cursor = unsafe input.pointee.cur,
            let base = unsafe input.pointee.base
        else { return unsafe state.pointee.builder.lastEnd }
        return unsafe state.pointee.start &+ Int(truncatingIfNeeded: input.pointee.consumed) &+ (cursor - base)
    }

    /// The parser takes the mark of `handler` for a wish to get namespaces: take it back before the first element.
    private static func began(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context) else { return }
        unsafe state.pointee.parser?.pointee.sax2 = 0
        unsafe state.pointee.builder.skip(end: position(state))
    }

    private static func opened(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
        guard let state = unsafe state(context) else { return }
        let end = unsafe position(state)
        guard let element = unsafe state.pointee.names.element(name) else { return unsafe unknown(state, name) }
        if unsafe !state.pointee.builder.open(element, end: end) { unsafe stop(state) }
    }

    private static func closed(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
        guard let state = unsafe state(context), let element = unsafe state.pointee.names.element(name) else { return }
        if unsafe !state.pointee.builder.close(element, end: position(state)) { unsafe stop(state) }
    }

    private static func characters(
        _ context: UnsafeMutableRawPointer?,
        _ bytes: UnsafePointer<xmlChar>?,
        _ length: CInt
    ) {
        guard let state = unsafe state(context), let bytes = unsafe bytes else { return }
        var end = unsafe position(state)
        // Plain text is reported before the parser steps over it, all else after.
        if unsafe bytes == state.pointee.parser?.pointee.input?.pointee.cur { end &+= Int(length) }
        if unsafe !state.pointee.builder.characters(bytes, Int(length), end: end) { unsafe stop(state) }
    }

    private static func section(
        _ context: UnsafeMutableRawPointer?,
        _ bytes: UnsafePointer<xmlChar>?,
        _ length: CInt
    ) {
        guard let state = unsafe state(context), let bytes = unsafe bytes else { return }
        var end = unsafe position(state)
        if unsafe bytes == state.pointee.parser?.pointee.input?.pointee.cur { end &+= Int(length) }
        if unsafe !state.pointee.builder.section(bytes, Int(length), end: end) { unsafe stop(state) }
    }

    private static func skipped(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context) else { return }
        unsafe state.pointee.builder.skip(end: position(state))
    }

    /// A DOCTYPE: harmless unless it goes on with `[`.
    private static func subset(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context) else { return }
        let end = unsafe position(state)
        let view = unsafe state.pointee.builder.sourceView
        guard end < view.count else { return }
        if view[end] == UInt8(ascii: "[") {
            _ = unsafe state.pointee.builder.fail(.internalSubset, atExactly: end)
            unsafe stop(state)
        } else if view[end] == UInt8(ascii: ">") {
            unsafe state.pointee.builder.skip(end: end)
        }
    }

    private static func unknown(_ state: State, _ name: UnsafePointer<xmlChar>?) {
        let text = unsafe name.map { unsafe Quoted.excerpt(ByteView(start: $0, count: Int(xmlStrlen($0)))) } ?? ""
        let isInside = unsafe state.pointee.builder.scalar != nil
        let problem: XMLProblem = isInside ? .unknownElementInScalar(text) : .unknownElement(text)
        let start = unsafe state.pointee.builder.lastEnd
        _ = unsafe state.pointee.builder.fail(problem, at: start)
        unsafe stop(state)
    }

    /// After a DOCTYPE the parser lets unknown references pass and drops them.
    private static func undefined(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context), unsafe !state.pointee.isStopped else { return }
        unsafe state.pointee.message = "unknown reference"
        unsafe stop(state)
    }

    /// Errors stop the run, also those that the parser would go on after. Warnings and remarks about namespaces, which
    /// property lists do not have, are passed over.
    private static func reported(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
        guard let state = unsafe state(context), let error = unsafe error,
            unsafe error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
            unsafe error.pointee.domain != CInt(bitPattern: XML_FROM_NAMESPACE.rawValue),
            unsafe !state.pointee.isStopped
        else { return }
        let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "the XML is not well-formed"
        unsafe state.pointee.message = text
        unsafe stop(state)
    }

    private static func stop(_ state: State) {
        unsafe state.pointee.isStopped = true
        unsafe xmlStopParser(state.pointee.parser)
    }
}
