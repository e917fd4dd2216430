internal import Bytes
internal import PropertyList

/// Any property list as a table of its values.
struct OutlineTable {
    let outline: Outline

    /// Appends it as CSV: key path, kind and value of every row.
    func write(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(["path", "kind", "value"], &buffer)
        var path = PropertyListKeyPath()
        var parents: [Outline.Kind] = [outline.document.root.kind == .dictionary ? .dictionary : .array]
        for node in outline.nodes {
            while path.steps.count > Int(node.depth) {
                path.pop()
                parents.removeLast()
            }
            let label = outline.text[node.label]
            if parents.last == .dictionary {
                path.push(key: label)
            } else if let index = Int(label.string) {
                path.push(index: index)
            }
            writer.field(path.description, &buffer)
            writer.field(ByteView(node.kind.word), &buffer)
            writer.field(outline.text[node.value], &buffer)
            writer.endLine(&buffer)
            parents.append(node.kind)
        }
    }
}

extension Outline.Kind {
    /// The kind as files and tables name it.
    var word: StaticString {
        switch self {
        case .dictionary: "dict"
        case .array: "array"
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .boolean: "boolean"
        case .date: "date"
        case .data: "data"
        case .uid: "uid"
        }
    }
}
