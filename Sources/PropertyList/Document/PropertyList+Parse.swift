public import Bytes

extension PropertyList {
    /// Reads a property list, XML or binary by its first bytes.
    ///
    /// The document keeps `source`. Time is linear; memory is a fixed multiple of the size (sixteen bytes a value).
    /// Nothing is fetched, no entity is expanded, and nothing that the file says decides how deep the stack goes.
    public static func parse(
        _ source: SharedBytes,
        limits: PropertyListLimits = .default
    ) throws(PropertyListError) -> PropertyList {
        guard source.count <= limits.inputBytes else {
            throw PropertyListError(
                line: nil,
                column: nil,
                keyPath: "$",
                sentence: "the file has \(source.count) bytes; the limit is \(limits.inputBytes)",
            )
        }
        if source.view.hasPrefix(ByteView("bplist")) {
            return try BinaryPropertyListParser.parse(source, limits: limits)
        }
        return try XMLPropertyListParser.parse(XMLSource(source), limits: limits)
    }

    /// Reads a copy of `bytes`. See ``parse(_:limits:)-(SharedBytes,_)``.
    public static func parse(
        _ bytes: ByteView,
        limits: PropertyListLimits = .default
    ) throws(PropertyListError) -> PropertyList {
        try parse(SharedBytes(bytes), limits: limits)
    }
}
