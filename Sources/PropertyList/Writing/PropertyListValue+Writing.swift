public import Bytes

extension PropertyListValue {
    /// Writes this value as JSON (RFC 8259) and a line break; two spaces a level when `isIndented`, else one line.
    ///
    /// Entries keep their order. Dates, data (base64) and numbers that JSON lacks (nan, inf) become strings, a uid
    /// becomes `{"CF$UID": n}`.
    public func writeJSON(into output: inout OutputBuffer, isIndented: Bool = true) {
        var writer = JSONWriter(appendingTo: output.taken(), isIndented: isIndented)
        write(to: &writer)
        output = writer.finish()
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes this value as one line of JSON that keeps every kind apart: `{"string":…}`, `{"integer":"…"}`,
    /// `{"real":…}`, `{"date":"…"}`, `{"data":"base64"}`, `{"bool":…}`, `{"array":[…]}`, `{"dict":[[key,value],…]}`,
    /// `{"uid":"n"}`.
    public func writeTaggedJSON(into output: inout OutputBuffer) {
        var writer = TaggedJSONWriter(appendingTo: output.taken())
        write(to: &writer)
        output = writer.finish()
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes this value as an XML property list. Throws, with nothing written, when a text holds a character that XML
    /// cannot hold.
    public func writeXML(into output: inout OutputBuffer) throws(XMLPropertyListWriter.UnwritableCharacter) {
        var writer = XMLPropertyListWriter(appendingTo: OutputBuffer())
        write(to: &writer)
        let document = try writer.finish()
        output.append(document.view)
    }

    /// Writes this value as a binary property list.
    public func writeBinary(into output: inout OutputBuffer) {
        var writer = BinaryPropertyListWriter(appendingTo: output.taken())
        write(to: &writer)
        output = writer.finish()
    }
}

extension OutputBuffer {
    /// This buffer, leaving a small empty one.
    fileprivate mutating func taken() -> OutputBuffer {
        var other = OutputBuffer(capacity: 16)
        swap(&self, &other)
        return other
    }
}
