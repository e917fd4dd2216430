internal import Bytes
internal import PropertyList

/// `roster dump`: a property list as JSON.
struct DumpCommand {
    private let file: String
    private let isTagged: Bool

    init(_ arguments: Arguments) {
        file = arguments.operands[0]
        isTagged = arguments.isOn("tagged")
    }

    func run() throws -> Int32 {
        let list = try parsePropertyList(file)
        var output = OutputBuffer()
        if isTagged {
            list.root.writeTaggedJSON(into: &output)
        } else {
            list.root.writeJSON(into: &output)
        }
        try Console.write(output.view)
        return 0
    }
}

/// The property list in the file at `path`. Throws its finding line, `FILE:LINE:COLUMN: error: SENTENCE [KEYPATH]`.
func parsePropertyList(_ path: String) throws(FindingLine) -> PropertyList {
    let name = path == "-" ? "standard input" : path
    let bytes: SharedBytes
    do throws(FileError) {
        bytes = try SharedBytes.contents(ofFile: path, limit: PropertyListLimits.default.inputBytes)
    } catch {
        let fault = PropertyListError(line: nil, column: nil, keyPath: nil, sentence: "\(error)")
        throw FindingLine(description: fault.finding(in: name))
    }
    return try parsePropertyList(bytes.view, named: name)
}

/// The property list in `bytes`, which messages call `name`. Throws its finding line.
func parsePropertyList(_ bytes: ByteView, named name: String) throws(FindingLine) -> PropertyList {
    do throws(PropertyListError) {
        return try PropertyList.parse(bytes)
    } catch {
        throw FindingLine(description: error.finding(in: name))
    }
}

/// What is wrong with a file, in the one form that tools read: printed as it is, exit 1.
struct FindingLine: Error, CustomStringConvertible {
    let description: String
}
