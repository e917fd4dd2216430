internal import Bytes
internal import PropertyList

/// Something that can be written as a property list, and so as JSON.
protocol ExportedValue {
    /// Gives the value to `sink`, part by part.
    func write<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink)
}

extension ExportedValue {
    /// Appends the value as JSON.
    func writeJSON(into buffer: inout OutputBuffer) {
        var writer = JSONWriter(appendingTo: buffer.taken())
        write(to: &writer)
        buffer = writer.finish()
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Appends the value as an XML property list; characters that XML can't hold (binary files can) become U+FFFD.
    func writeXML(into buffer: inout OutputBuffer) {
        var writer = CleanXMLWriter()
        write(to: &writer)
        writer.finish(into: &buffer)
    }
}

extension PropertyListValue: ExportedValue {}

extension OutputBuffer {
    /// This buffer, leaving a small empty one.
    fileprivate mutating func taken() -> OutputBuffer {
        var other = OutputBuffer(capacity: 16)
        swap(&self, &other)
        return other
    }
}

extension PropertyListSink where Self: ~Copyable {
    /// Writes `key` and a text, unless it is empty.
    mutating func member(_ name: StaticString, _ text: ByteView) {
        guard !text.isEmpty else { return }
        key(name)
        string(text)
    }

    /// Writes `key` and a text, unless it is empty.
    mutating func member(_ name: StaticString, _ text: String) {
        var copy = text
        copy.withUTF8 { unsafe member(name, ByteView(UnsafeRawBufferPointer($0))) }
    }
}

/// An XML writer that is never refused: what XML can't hold it replaces.
private struct CleanXMLWriter: PropertyListSink, ~Copyable {
    private var writer = XMLPropertyListWriter(appendingTo: OutputBuffer())
    private var clean = OutputBuffer(capacity: 256)

    consuming func finish(into buffer: inout OutputBuffer) {
        // Every text was cleaned: nothing is left that could be refused.
        if let document = try? writer.finish() { buffer.append(document.view) }
    }

    mutating func beginArray(count: Int) { writer.beginArray(count: count) }
    mutating func beginDictionary(count: Int) { writer.beginDictionary(count: count) }
    mutating func end() { writer.end() }
    mutating func integer(_ number: Int) { writer.integer(number) }
    mutating func integer(large number: UInt64) { writer.integer(large: number) }
    mutating func real(_ number: Double) { writer.real(number) }
    mutating func boolean(_ value: Bool) { writer.boolean(value) }
    mutating func date(_ date: PropertyListDate) { writer.date(date) }
    mutating func data(_ bytes: ByteView) { writer.data(bytes) }
    mutating func uid(_ number: UInt64) { writer.uid(number) }

    mutating func key(_ text: ByteView) {
        clean.removeAll()
        clean.append(cleaningForXML: text)
        writer.key(clean.view)
    }

    mutating func string(_ text: ByteView) {
        clean.removeAll()
        clean.append(cleaningForXML: text)
        writer.string(clean.view)
    }
}
