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
        for (index, byte) in bytes.enumerated() where html != nil {
            do throws(HTMLContext.Refusal) {
                try html?.advance(byte)
            } catch {
                throw self.error(offset + index, error.reason)
            }
        }
        let start = program.literals.count
        program.literals.append(contentsOf: bytes)
        if case .literal(let range) = program.code.last, range.upperBound == start {
            program.code[program.code.count - 1] = .literal(range.lowerBound..<program.literals.count)
        } else {
            emit(.literal(start..<program.literals.count))
        }
    }
}
