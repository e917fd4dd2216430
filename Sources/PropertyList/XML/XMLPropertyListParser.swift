internal import Bytes

/// Reads an XML property list through libxml2.
///
/// The parser reads the source where it lies: nothing is copied, and a text that it hands out is mostly a pointer into
/// the source. Its own ideas about encodings, external subsets and depth are switched off or never asked. The callbacks
/// without namespaces are used: property lists have none, and a tenth of the time goes into them otherwise.
enum XMLPropertyListParser {
    static func parse(
        _ source: XMLSource,
        limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyList {
        if let refusal = FormatSniffer.refusal(of: source) { throw refusal }
        let source = source.markedAtFault
        // The source lives as long as this call, and the session no longer.
        let bytes = unsafe source.text.view.withUnsafeBytes { unsafe $0 }
        guard let session = unsafe XMLSession(bytes: bytes, start: source.start, limits: limits) else {
            throw .outOfMemory
        }
        session.run()
        return try session.finish(source)
    }
}
