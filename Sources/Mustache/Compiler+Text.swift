extension Compiler {
    /// Writes the source's text at `range`, line by line.
    mutating func emit(_ range: Range<Int>) throws(TemplateError) {
        let source = environment.source
        var start = range.lowerBound
        while start < range.upperBound {
            let newline = source.bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline.map { $0 + 1 } ?? range.upperBound
            if source.isLineStart(start) {
                start = try beginLine(at: start, end: end)
            }
            environment.continuesLine = false
            try emitLiteral(source.bytes[start..<end], at: start)
            start = end
        }
        try checkSize(range.lowerBound)
    }

    /// Begins a line whose first `end - offset` bytes are text: writes the indentation, and says where the text goes on
    /// after the white space that belongs to the place it was written at.
    @discardableResult
    mutating func beginLine(at offset: Int, end: Int = 0) throws(TemplateError) -> Int {
        if environment.continuesLine {
            environment.continuesLine = false
        } else {
            if environment.hasCallIndentation { emit(.indentation) }
            try emitLiteral(environment.indentation[...], at: offset)
        }
        var start = offset
        let limit = min(end, offset + environment.strip)
        while start < limit, environment.source.bytes[start] == 0x20 || environment.source.bytes[start] == 0x09 {
            start += 1
        }
        return start
    }

    /// Writes bytes, joined to the literal before, and follows the document's state through them.
    mutating func emitLiteral(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(TemplateError) {
        guard !bytes.isEmpty else { return }
        try follow(bytes, at: offset)
        let start = program.literals.count
        program.literals.append(contentsOf: bytes)
        if case .literal(let range) = program.code.last, range.upperBound == start {
            program.code[program.code.count - 1] = .literal(range.lowerBound..<program.literals.count)
        } else {
            emit(.literal(start..<program.literals.count))
        }
    }

    /// Follows the document's state through literal bytes.
    private mutating func follow(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(TemplateError) {
        guard var context = html else { return }
        // Taken out, so that it is changed in place.
        html = nil
        defer { html = context }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if context.state == .text {
                // Only a tag changes the state of text.
                index = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
                if index == bytes.endIndex { return }
            }
            do throws(HTMLContext.Refusal) {
                try context.advance(bytes[index])
            } catch {
                throw self.error(offset + index - bytes.startIndex, error.reason)
            }
            index += 1
        }
    }
}
