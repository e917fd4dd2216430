import Bytes
import Glibc
import PropertyList

/// Whatever the bytes are, reading ends in a document or an error, and a document means the same after it was written
/// and read again.
func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // A copy of the exact size, so that a read behind the end is seen.
    let source = SharedBytes(ByteView(UnsafeRawBufferPointer(start: start, count: count)))
    let list: PropertyList
    do throws(PropertyListError) {
        list = try PropertyList.parse(source, limits: PropertyListLimits(values: 100_000, expandedBytes: 1 << 22))
    } catch {
        check(error, source)
        return 0
    }
    list.withRoot { check($0, list) }
    return 0
}

/// An error has a sentence on one line and a place inside the text.
private func check(_ error: PropertyListError, _ source: SharedBytes) {
    require(!error.sentence.isEmpty, "no sentence")
    require(!error.finding(in: "fuzz").unicodeScalars.contains { $0.value < 0x20 }, "more than one line")
    // The words of libxml2 mean that the reason is not known here.
    require(!error.sentence.hasPrefix("the XML is not well-formed"), error.description)
    if let line = error.line, let column = error.column {
        require(line > 0 && column > 0 && line <= source.count + 1, "a place outside the file")
    }
}

/// A document that is written in a form and read again is the same document.
private func check(_ root: PropertyListValue, _ list: PropertyList) {
    let meaning = tagged(root)
    require(meaning.utf8.dropLast().allSatisfy { $0 >= 0x20 }, "a control character in JSON")
    var binary = OutputBuffer()
    root.writeBinary(into: &binary)
    require(meaning == tagged(binary.view, "binary"), "binary reads as something else")
    var xml = OutputBuffer()
    do throws(XMLPropertyListWriter.UnwritableCharacter) {
        try root.writeXML(into: &xml)
    } catch {
        // Only a binary file can hold such a character.
        require(list.format == .binary, "\(error)")
        return
    }
    if list.format == .xml {
        require(meaning == tagged(xml.view, "XML"), "XML reads as something else")
        require(root.position != nil, "no place")
    }
}

private func tagged(_ root: PropertyListValue) -> String {
    var output = OutputBuffer()
    root.writeTaggedJSON(into: &output)
    // Texts are UTF-8: nothing may be replaced on the way to a String.
    let text = output.view.string
    require(Array(text.utf8) == output.view.array, "a text that is not UTF-8")
    return text
}

private func tagged(_ bytes: ByteView, _ form: String) -> String {
    do throws(PropertyListError) {
        let list = try PropertyList.parse(bytes)
        return list.withRoot { tagged($0) }
    } catch {
        require(false, "\(form) written and refused: \(error)")
        return ""
    }
}

/// Stops the run when `isTrue` is not, and says why.
private func require(_ isTrue: Bool, _ reason: @autoclosure () -> String) {
    guard !isTrue else { return }
    let text = "FAILED: \(reason())\n"
    _ = text.withCString { write(2, $0, strlen($0)) }
    abort()
}
