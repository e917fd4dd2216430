internal import Bytes

/// The text of an XML file as UTF-8, whatever it was written in.
///
/// A byte order mark beats the label, without either it is UTF-8. No byte is ever replaced: the first that the encoding
/// does not have is a fault, and only what lies before it is read.
struct XMLSource {
    /// UTF-8, with a byte order mark if the file had one: the file itself when it needed no change.
    let text: SharedBytes
    /// Where the text begins, after a byte order mark.
    let start: Int
    /// Where it becomes unreadable.
    let fault: SourceFault?

    init(_ file: SharedBytes) throws(PropertyListError) {
        let bytes = file.view
        if bytes.hasPrefix(ByteView("\u{FEFF}")) {
            self.init(text: file, start: 3, fault: nil)
        } else if bytes.hasPrefix([0xFE, 0xFF]) || bytes.hasPrefix([0xFF, 0xFE]) {
            self.init(UTF16Decoder.decode(bytes.dropFirst(2), bigEndian: bytes[0] == 0xFE))
        } else if bytes.hasPrefix([0x3C, 0x00]) || bytes.hasPrefix([0x00, 0x3C]) {
            self.init(UTF16Decoder.decode(bytes, bigEndian: bytes[0] == 0))
            try requireUTF16Label()
        } else {
            try self.init(labelled: file)
        }
    }

    private init(text: SharedBytes, start: Int, fault: SourceFault?) {
        let text = text
        self.text = text
        self.start = start
        // NUL ends a C string: libxml2 must not see one.
        let nul = text.view.firstNUL
        if let nul, nul < fault?.offset ?? Int.max {
            self.fault = SourceFault(
                offset: nul,
                sentence: "the character U+0000, which XML does not allow",
                hint: "is this a text file?",
            )
        } else {
            self.fault = fault
        }
    }

    /// The source up to its fault, if it has one, and there a character that XML allows nowhere: the parser stops at it,
    /// unless it stops earlier.
    var markedAtFault: XMLSource {
        guard let fault else { return self }
        var marked = OutputBuffer(capacity: fault.offset + 2)
        marked.append(text.view.prefix(fault.offset))
        marked.append(UInt8(0x01))
        return XMLSource(text: marked.freeze(), start: start, fault: fault)
    }

    private init(_ decoded: consuming DecodedText) {
        let fault = decoded.fault
        self.init(text: decoded.text.freeze(), start: 0, fault: fault)
    }

    private init(labelled file: SharedBytes) throws(PropertyListError) {
        guard let declaration = XMLDeclaration(in: file.view, at: 0) else {
            self.init(text: file, start: 0, fault: nil)
            return
        }
        let label = file.view[declaration.label]
        switch SourceEncoding.named(label) {
        case .utf8?: self.init(text: file, start: 0, fault: nil)
        case .ascii?: self.init(text: file, start: 0, fault: file.view.firstNonASCII)
        case .legacy(let name)?: self.init(LegacyDecoder.decode(file.view, from: name))
        case .utf16?:
            throw Self.refusal(
                at: declaration.label,
                in: file.view,
                "the file says that it is \(Quoted.excerpt(label)), but its characters are single bytes",
                "write encoding=\"UTF-8\", or save it as UTF-16",
            )
        case nil:
            throw Self.refusal(
                at: declaration.label,
                in: file.view,
                "unknown encoding '\(Quoted.excerpt(label))'",
                "save the file as UTF-8 and write encoding=\"UTF-8\"; known are \(SourceEncoding.known)",
            )
        }
    }

    private func requireUTF16Label() throws(PropertyListError) {
        let text = text.view
        guard let declaration = XMLDeclaration(in: text, at: start) else {
            throw Self.refusal(
                at: start..<start,
                in: text,
                "UTF-16 without a byte order mark and without encoding=\"UTF-16\"",
                "save the file as UTF-8",
            )
        }
        if case .utf16? = SourceEncoding.named(text[declaration.label]) { return }
        throw Self.refusal(
            at: declaration.label,
            in: text,
            "the file says that it is \(Quoted.excerpt(text[declaration.label])), but it is UTF-16",
            "save the file as UTF-8",
        )
    }

    private static func refusal(
        at range: Range<Int>,
        in text: ByteView,
        _ sentence: String,
        _ hint: String
    ) -> PropertyListError {
        let place = SourcePosition(of: range.lowerBound, in: text)
        return PropertyListError(
            line: place.line,
            column: place.column,
            keyPath: "$",
            sentence: sentence,
            hint: hint,
        )
    }
}

extension ByteView {
    func hasPrefix(_ bytes: [UInt8]) -> Bool { prefix(bytes.count).array == bytes }

    /// The first byte that US-ASCII does not have.
    var firstNonASCII: SourceFault? {
        let found = unsafe withUnsafeBytes { bytes in unsafe bytes.firstIndex { $0 >= 0x80 } }
        guard let found else { return nil }
        return SourceFault(
            offset: found,
            sentence: "the byte \(Hex.byte(self[found])) in a file that says it is US-ASCII",
            hint: "write encoding=\"UTF-8\" if that is what it is",
        )
    }
}

/// Numbers for messages.
enum Hex {
    static func byte(_ value: UInt8) -> String {
        "0x" + (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
    }

    static func scalar(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
