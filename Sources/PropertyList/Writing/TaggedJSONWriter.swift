internal import Bytes

/// Writes a property list as JSON that keeps every kind apart: `{"string":…}`, `{"integer":"…"}`, `{"real":…}`,
/// `{"date":"…"}`, `{"data":"base64"}`, `{"bool":…}`, `{"array":[…]}`, `{"dict":[[key,value],…]}`, `{"uid":"n"}`.
struct TaggedJSONWriter: PropertyListSink, ~Copyable {
    private var output: OutputBuffer
    private var levels: [Level] = []

    private struct Level {
        let isDictionary: Bool
        var isEmpty = true
    }

    /// A writer that goes on at the end of `output`, on one line.
    init(appendingTo output: consuming OutputBuffer) {
        self.output = output
    }

    /// What was written.
    consuming func finish() -> OutputBuffer { output }

    mutating func beginArray(count: Int) {
        separate()
        output.append("{\"array\":[")
        levels.append(Level(isDictionary: false))
    }

    mutating func beginDictionary(count: Int) {
        separate()
        output.append("{\"dict\":[")
        levels.append(Level(isDictionary: true))
    }

    mutating func end() {
        levels.removeLast()
        output.append("]}")
        closePair()
    }

    mutating func key(_ text: ByteView) {
        guard let last = levels.indices.last else { return }
        if !levels[last].isEmpty { output.append(UInt8(ascii: ",")) }
        levels[last].isEmpty = false
        output.append(UInt8(ascii: "["))
        output.append(jsonString: text)
        output.append(UInt8(ascii: ","))
    }

    mutating func string(_ text: ByteView) { value("string") { $0.append(jsonString: text) } }
    mutating func integer(_ number: Int) { value("integer") { $0.append("\"\(number)\"" as String) } }
    mutating func integer(large number: UInt64) { value("integer") { $0.append("\"\(number)\"" as String) } }
    mutating func real(_ number: Double) { value("real") { $0.append(jsonReal: number) } }
    mutating func boolean(_ value: Bool) { self.value("bool") { $0.append(value ? "true" : "false") } }
    mutating func date(_ date: PropertyListDate) { value("date") { $0.append("\"\(date)\"" as String) } }
    mutating func uid(_ number: UInt64) { value("uid") { $0.append("\"\(number)\"" as String) } }

    mutating func data(_ bytes: ByteView) {
        value("data") { output in
            output.append(UInt8(ascii: "\""))
            Base64.encode(bytes, into: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    private mutating func value(_ tag: StaticString, _ content: (inout OutputBuffer) -> Void) {
        separate()
        output.append("{\"")
        output.append(tag)
        output.append("\":")
        content(&output)
        output.append(UInt8(ascii: "}"))
        closePair()
    }

    /// The comma before an item of an array; a dictionary's stands before the pair.
    private mutating func separate() {
        guard let last = levels.indices.last, !levels[last].isDictionary else { return }
        if !levels[last].isEmpty { output.append(UInt8(ascii: ",")) }
        levels[last].isEmpty = false
    }

    private mutating func closePair() {
        if levels.last?.isDictionary == true { output.append(UInt8(ascii: "]")) }
    }
}
