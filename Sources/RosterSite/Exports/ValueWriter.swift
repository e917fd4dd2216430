internal import Bytes

/// Writes nested values as JSON or as an XML property list: one walk over the data serves both.
struct ValueWriter: ~Copyable {
    /// Which of the two.
    enum Form {
        case json, propertyList
    }

    private let form: Form
    /// Whether the container being written has a member already, from the outermost to the innermost.
    private var hasMembers: [Bool] = []
    private var isAfterKey = false

    /// A writer of one document.
    init(_ form: Form) {
        self.form = form
    }

    /// What stands before the root.
    func begin(_ buffer: inout OutputBuffer) {
        guard form == .propertyList else { return }
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.append("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" ")
        buffer.append("\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n")
    }

    /// What stands after the root.
    func end(_ buffer: inout OutputBuffer) {
        buffer.append(form == .json ? "\n" : "</plist>\n")
    }

    /// Begins an array, as a member of an array or after `key`.
    mutating func beginArray(_ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        buffer.append(form == .json ? "[" : "<array>\n")
        hasMembers.append(false)
    }

    /// Ends the array begun last.
    mutating func endArray(_ buffer: inout OutputBuffer) {
        endContainer(&buffer)
        buffer.append(form == .json ? "]" : "</array>\n")
    }

    /// Begins a dictionary, as a member of an array or after `key`.
    mutating func beginDictionary(_ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        buffer.append(form == .json ? "{" : "<dict>\n")
        hasMembers.append(false)
    }

    /// Ends the dictionary begun last.
    mutating func endDictionary(_ buffer: inout OutputBuffer) {
        endContainer(&buffer)
        buffer.append(form == .json ? "}" : "</dict>\n")
    }

    /// Writes the key of the value that comes next.
    mutating func key(_ key: ByteView, _ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        if form == .json {
            buffer.append(jsonString: key)
            buffer.append(": ")
        } else {
            buffer.append("<key>")
            buffer.append(xmlText: key)
            buffer.append("</key>\n")
        }
        isAfterKey = true
    }

    /// Writes the key of the value that comes next.
    mutating func key(_ key: StaticString, _ buffer: inout OutputBuffer) { self.key(ByteView(key), &buffer) }

    /// Writes a string.
    mutating func string(_ text: ByteView, _ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        if form == .json { return buffer.append(jsonString: text) }
        buffer.append("<string>")
        buffer.append(xmlText: text)
        buffer.append("</string>\n")
    }

    /// Writes a whole number.
    mutating func integer(_ number: Int, _ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        if form == .propertyList { buffer.append("<integer>") }
        buffer.append(decimal: number)
        if form == .propertyList { buffer.append("</integer>\n") }
    }

    /// Writes true or false.
    mutating func flag(_ flag: Bool, _ buffer: inout OutputBuffer) {
        beginMember(&buffer)
        if form == .json { return buffer.append(flag ? "true" : "false") }
        buffer.append(flag ? "<true/>\n" : "<false/>\n")
    }

    /// Writes `key` and a string, unless it is empty.
    mutating func member(_ key: StaticString, _ text: ByteView, _ buffer: inout OutputBuffer) {
        guard !text.isEmpty else { return }
        self.key(key, &buffer)
        string(text, &buffer)
    }

    private mutating func beginMember(_ buffer: inout OutputBuffer) {
        if isAfterKey {
            isAfterKey = false
            if form == .propertyList { indent(&buffer) }
            return
        }
        if let last = hasMembers.indices.last {
            if form == .json { buffer.append(hasMembers[last] ? ",\n" : "\n") }
            hasMembers[last] = true
        }
        indent(&buffer)
    }

    private mutating func endContainer(_ buffer: inout OutputBuffer) {
        let hadMembers = hasMembers.popLast() ?? false
        if form == .json, !hadMembers { return }
        if form == .json { buffer.append(UInt8(ascii: "\n")) }
        indent(&buffer)
    }

    private func indent(_ buffer: inout OutputBuffer) {
        for _ in hasMembers { buffer.append(UInt8(ascii: "\t")) }
    }
}
