internal import Bytes
internal import CLibXML2

/// What libxml2 calls.
enum XMLCallbacks {
    typealias State = UnsafeMutablePointer<XMLSession.State>

    static var handler: xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        // The structured error callback is used only with this mark.
        unsafe handler.initialized = XML_SAX2_MAGIC
        unsafe handler.startDocument = { context in unsafe XMLCallbacks.began(context) }
        unsafe handler.internalSubset = { context, _, _, _ in unsafe XMLCallbacks.subset(context) }
        unsafe handler.startElement = { context, name, _ in unsafe XMLCallbacks.opened(context, name) }
        unsafe handler.endElement = { context, _ in unsafe XMLCallbacks.closed(context) }
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
        unsafe state.pointee.builder.offset(of: state.pointee.input.pointee.cur)
    }

    /// The parser takes the mark of `handler` for a wish to get namespaces: take it back before the first element.
    private static func began(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context) else { return }
        unsafe state.pointee.parser.pointee.sax2 = 0
        unsafe state.pointee.builder.begin(end: position(state))
    }

    @inline(__always)
    private static func opened(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
        guard let state = unsafe state(context) else { return }
        let end = unsafe position(state)
        guard let element = unsafe state.pointee.names.element(UInt(bitPattern: name)),
            unsafe state.pointee.builder.canOpen(element, end: end)
        else { return unsafe openedAny(state, name) }
        unsafe state.pointee.builder.open(element, end: end)
    }

    /// The rest of `opened`, apart: so that the usual case needs no stack.
    @inline(never)
    private static func openedAny(_ state: State, _ name: UnsafePointer<xmlChar>?) {
        guard let element = unsafe state.pointee.names.compared(UInt(bitPattern: name)) else {
            return unsafe unknown(state, name)
        }
        if unsafe !state.pointee.builder.openAny(element, end: position(state)) { unsafe stop(state) }
    }

    /// The parser has matched the tags: the innermost element ends, whatever its name.
    @inline(__always)
    private static func closed(_ context: UnsafeMutableRawPointer?) {
        guard let state = unsafe state(context) else { return }
        if unsafe !state.pointee.builder.closeVerbatim(end: position(state)) { unsafe closedAny(state) }
    }

    @inline(never)
    private static func closedAny(_ state: State) {
        if unsafe !state.pointee.builder.closeAny(end: position(state)) { unsafe stop(state) }
    }

    @inline(__always)
    private static func characters(
        _ context: UnsafeMutableRawPointer?,
        _ bytes: UnsafePointer<xmlChar>?,
        _ length: CInt
    ) {
        guard let state = unsafe state(context), let bytes = unsafe bytes else { return }
        if unsafe !state.pointee.builder.takeEasily(bytes, Int(length)) { unsafe anyCharacters(state, bytes, length) }
    }

    @inline(never)
    private static func anyCharacters(_ state: State, _ bytes: UnsafePointer<xmlChar>, _ length: CInt) {
        if unsafe !state.pointee.builder.take(bytes, Int(length), end: position(state)) { unsafe stop(state) }
    }

    private static func section(
        _ context: UnsafeMutableRawPointer?,
        _ bytes: UnsafePointer<xmlChar>?,
        _ length: CInt
    ) {
        guard let state = unsafe state(context), let bytes = unsafe bytes else { return }
        if unsafe !state.pointee.builder.section(bytes, Int(length)) { unsafe stop(state) }
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
            _ = unsafe state.pointee.builder.fail(.internalSubset, at: end)
            unsafe stop(state)
        } else if view[end] == UInt8(ascii: ">") {
            unsafe state.pointee.builder.skip(end: end)
        }
    }

    private static func unknown(_ state: State, _ name: UnsafePointer<xmlChar>?) {
        let end = unsafe position(state)
        guard unsafe state.pointee.builder.isTagEnd(end) else { return }
        let text = unsafe name.map { unsafe Quoted.excerpt(ByteView(start: $0, count: Int(xmlStrlen($0)))) } ?? ""
        let isInside = unsafe state.pointee.builder.scalar != nil
        let problem: XMLProblem = isInside ? .unknownElementInScalar(text) : .unknownElement(text)
        _ = unsafe state.pointee.builder.fail(problem, inTagBefore: end)
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
