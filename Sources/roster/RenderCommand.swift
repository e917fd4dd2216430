internal import Bytes
internal import Mustache
internal import PropertyList

/// `roster render`: one template with one file of data.
struct RenderCommand {
    private let template: String
    private let dataFile: String
    private let partials: String?
    private let mode: TemplateLibrary.Mode

    init(_ arguments: Arguments) {
        template = arguments.operands[0]
        dataFile = arguments.operands[1]
        partials = arguments.value("partials")
        mode = arguments.isOn("text") ? .text : .html
    }

    func run() throws -> Int32 {
        let sources = try partials.map { try TemplateSources(folder: $0) } ?? .none
        let compiled = try DynamicTemplate(file: template, partials: sources, mode: mode)
        let value = try value()
        var output = OutputBuffer()
        try compiled.render(value, into: &output)
        try Console.write(output.view)
        return 0
    }

    private func value() throws -> TemplateValue {
        let file = try read(dataFile, limit: PropertyListLimits.default.inputBytes)
        if Self.isJSON(file.view, name: dataFile) { return try TemplateValue(json: file.view, file: dataFile) }
        return TemplateValue(try parsePropertyList(file.view, named: dataFile).root)
    }

    /// A property list begins with markup, `bplist` or a UTF-16 byte order mark; everything else is taken for JSON.
    private static func isJSON(_ bytes: ByteView, name: String) -> Bool {
        if name.hasSuffix(".json") { return true }
        if name.hasSuffix(".plist") || bytes.hasPrefix(ByteView("bplist")) { return false }
        for index in 0..<bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: continue
            case let byte: return byte != UInt8(ascii: "<") && byte < 0xFE && byte != 0
            }
        }
        return false
    }
}

extension TemplateValue {
    /// The same value for a template: dates as in XML, data in base64, a uid as its number.
    init(_ value: PropertyListValue) {
        switch value.kind {
        case .dictionary:
            var members: [String: TemplateValue] = [:]
            for (key, member) in value.entries { members[key.string] = TemplateValue(member) }
            self = .object(members)
        case .array: self = .list(value.elements.map { TemplateValue($0) })
        case .boolean: self = .bool(value.bool ?? false)
        case .real: self = .real(value.real ?? 0)
        case .integer:
            self = value.integer.map { .integer($0) } ?? .string(value.unsignedInteger.map { String($0) } ?? "")
        case .uid: self = .string(value.uid.map { String($0) } ?? "")
        case .date: self = .string(value.date?.description ?? "")
        case .string: self = .string(value.string ?? "")
        case .data:
            var text = OutputBuffer()
            text.append(base64: value.data ?? .empty)
            self = .string(text.view.string)
        }
    }
}
