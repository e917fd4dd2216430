public import Bytes

/// Takes the parts of a property list in order and writes them in some form.
///
/// `begin…` is followed by that many members and `end()`; in a dictionary each member is `key(_:)` and a value.
public protocol PropertyListSink: ~Copyable {
    /// Begins an array of `count` items.
    mutating func beginArray(count: Int)
    /// Begins a dictionary of `count` entries.
    mutating func beginDictionary(count: Int)
    /// Ends the innermost array or dictionary.
    mutating func end()
    /// Writes the key of the value that follows.
    mutating func key(_ text: ByteView)
    /// Writes a text.
    mutating func string(_ text: ByteView)
    /// Writes an integer.
    mutating func integer(_ number: Int)
    /// An integer above `Int.max`.
    mutating func integer(large number: UInt64)
    /// Writes a real number.
    mutating func real(_ number: Double)
    /// Writes true or false.
    mutating func boolean(_ value: Bool)
    /// Writes a date.
    mutating func date(_ date: PropertyListDate)
    /// Writes data.
    mutating func data(_ bytes: ByteView)
    /// Writes an archive reference.
    mutating func uid(_ number: UInt64)
}

extension PropertyListSink where Self: ~Copyable {
    /// A key that is known when the program is written.
    public mutating func key(_ text: StaticString) { key(ByteView(text)) }

    /// A text that is known when the program is written.
    public mutating func string(_ text: StaticString) { string(ByteView(text)) }
}

extension PropertyListValue {
    /// Gives this value and all that it holds to `sink`. The stack does not grow with the depth of the document.
    public func write<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink) {
        var levels: [Level] = []
        begin(self, &sink, &levels)
        while var level = levels.popLast() {
            guard let member = level.next(&sink) else {
                sink.end()
                continue
            }
            levels.append(level)
            begin(member, &sink, &levels)
        }
    }

    /// What is still to be written of a container.
    private enum Level {
        case array(Elements)
        case dictionary(Entries)

        mutating func next<Sink: PropertyListSink & ~Copyable>(_ sink: inout Sink) -> PropertyListValue? {
            switch self {
            case .array(var elements):
                let element = elements.next()
                self = .array(elements)
                return element
            case .dictionary(var entries):
                guard let entry = entries.next() else { return nil }
                self = .dictionary(entries)
                sink.key(entry.key)
                return entry.value
            }
        }
    }

    private func begin<Sink: PropertyListSink & ~Copyable>(
        _ value: PropertyListValue,
        _ sink: inout Sink,
        _ levels: inout [Level]
    ) {
        switch value.kind {
        case .array:
            sink.beginArray(count: value.count)
            levels.append(.array(value.elements))
        case .dictionary:
            sink.beginDictionary(count: value.count)
            levels.append(.dictionary(value.entries))
        default: value.writeScalar(to: &sink)
        }
    }

    private func writeScalar<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink) {
        if let text { sink.string(text) }
        if let integer { sink.integer(integer) } else if let unsignedInteger { sink.integer(large: unsignedInteger) }
        if let real { sink.real(real) }
        if let bool { sink.boolean(bool) }
        if let date { sink.date(date) }
        if let data { sink.data(data) }
        if let uid { sink.uid(uid) }
    }
}
