internal import Bytes

/// Writes what a name or a text is found by: its folded letters, its pinyin and its initials, a line each.
struct FoldedText: ~Copyable {
    /// Ends each way of writing; no search text holds it.
    static let separator = UInt8(ascii: "\n")

    private var folded = OutputBuffer(capacity: 256)
    private var letters = OutputBuffer(capacity: 256)
    private var initials = OutputBuffer(capacity: 64)

    /// Appends what `name` is found by; without its folded letters if they are the name in small letters and
    /// `leavesOutPlain`.
    ///
    /// For a Chinese name also its pinyin, with `lv` and `lu` for 绿, and with the reading of its first character as a
    /// surname where that is another: 曾 is found by `zeng` and `ceng`. Initials of each are on lines of their own.
    mutating func append(name: ByteView, leavesOutPlain: Bool, to text: inout OutputBuffer) {
        fold(name)
        if !leavesOutPlain || !isPlain(name) { appendLine(folded.view, to: &text) }
        let hasHan = appendReading(asSurname: true, to: &text, isAdditional: true)
        if hasHan { _ = appendReading(asSurname: false, to: &text, isAdditional: false) }
    }

    /// Appends what a name is found by whose owner spells it `pinyin`: those letters and their initials.
    mutating func append(pinyin: ByteView, to text: inout OutputBuffer) {
        fold(pinyin)
        _ = appendReading(asSurname: false, to: &text, isAdditional: true, always: true)
    }

    /// Appends what a free text is found by; nothing if it is the text in small letters.
    mutating func append(text source: ByteView, to text: inout OutputBuffer) {
        fold(source)
        if !isPlain(source) { appendLine(folded.view, to: &text) }
    }

    private mutating func fold(_ text: ByteView) {
        folded.removeAll()
        UnicodeText.appendFolded(text, to: &folded)
    }

    /// Whether what was folded of `text` is the text in small letters: a search looks there.
    private func isPlain(_ text: ByteView) -> Bool {
        guard folded.count == text.count else { return false }
        for index in 0..<text.count {
            // Control characters are left out of lines.
            guard text[index] >= 0x20, folded.view[index] == ASCII.lowercased(text[index]) else { return false }
        }
        return true
    }

    /// Appends what `name`, or the owner's spelling of it, is sorted by: the pinyin of each character and a space, other letters folded, numbers by
    /// their value.
    mutating func append(sortKeyOf name: ByteView, to text: inout OutputBuffer) {
        fold(name)
        var index = 0
        var isFirst = true
        while index < folded.count {
            let start = text.count
            if ASCII.isDigit(folded.view[index]) {
                index = text.append(numberSortedByValue: folded.view, from: index)
            } else {
                let (scalar, length) = folded.view.scalar(at: index)
                UnicodeText.appendPinyin(of: scalar, asSurname: isFirst, to: &text)
                let isHan = text.count > start
                text.append(isHan ? ByteView(" ") : folded.view[index..<index + length])
                index += length
            }
            isFirst = false
        }
    }

    /// Appends the letters and the initials of the folded text, each on a line; true if it holds Chinese.
    ///
    /// Nothing is appended for a text of one word without Chinese, unless `always`. `isAdditional` is false when the
    /// surname's reading was written: then only what differs from it is.
    private mutating func appendReading(
        asSurname: Bool,
        to text: inout OutputBuffer,
        isAdditional: Bool,
        always: Bool = false
    ) -> Bool {
        let lengths = (letters.count, initials.count)
        if isAdditional {
            letters.removeAll()
            initials.removeAll()
        }
        let start = (isAdditional ? 0 : lengths.0, isAdditional ? 0 : lengths.1)
        let (hasHan, hasUmlaut) = readWords(asSurname: asSurname)
        let line = letters.view.dropFirst(start.0)
        let short = initials.view.dropFirst(start.1)
        let isNewLine = isAdditional || letters.view.prefix(start.0) != line
        let isNewShort = isAdditional || initials.view.prefix(start.1) != short
        if hasHan || always, isNewLine {
            appendLine(line, to: &text)
            if hasUmlaut { appendLine(line, to: &text, replacing: UInt8(ascii: "v"), by: UInt8(ascii: "u")) }
        }
        if short.count > 1, isNewShort { appendLine(short, to: &text) }
        return hasHan
    }

    /// Reads the folded text word by word into `letters` and `initials`; a Chinese character is a word.
    private mutating func readWords(asSurname: Bool) -> (hasHan: Bool, hasUmlaut: Bool) {
        var (index, isInWord, isFirst, hasHan, hasUmlaut) = (0, false, true, false, false)
        while index < folded.count {
            let (scalar, length) = folded.view.scalar(at: index)
            let start = letters.count
            UnicodeText.appendPinyin(of: scalar, asSurname: asSurname && isFirst, to: &letters)
            isFirst = false
            let isHan = letters.count > start
            if isHan {
                initials.append(letters.view[start])
                hasHan = true
                hasUmlaut = hasUmlaut || letters.view.firstIndex(of: UInt8(ascii: "v"), from: start) != nil
                isInWord = false
            } else if UnicodeText.isAlphanumeric(scalar) {
                letters.append(folded.view[index..<index + length])
                if !isInWord { initials.append(folded.view[index..<index + length]) }
                isInWord = true
            } else {
                isInWord = false
            }
            index += length
        }
        return (hasHan, hasUmlaut)
    }

    /// Appends a line, control characters left out: one of them ends records.
    private func appendLine(
        _ line: ByteView,
        to text: inout OutputBuffer,
        replacing old: UInt8 = 0,
        by new: UInt8 = 0
    ) {
        for index in 0..<line.count where line[index] >= 0x20 {
            text.append(line[index] == old ? new : line[index])
        }
        text.append(Self.separator)
    }
}

extension OutputBuffer {
    /// Writes the digits of `text` from `index` so that a larger number sorts after a smaller one; returns where they end.
    mutating func append(numberSortedByValue text: ByteView, from index: Int) -> Int {
        var first = index
        while first + 1 < text.count, text[first] == UInt8(ascii: "0"), ASCII.isDigit(text[first + 1]) { first += 1 }
        var end = first
        while end < text.count, ASCII.isDigit(text[end]) { end += 1 }
        // The count of digits in front, all below the letters.
        append(UInt8(ascii: "0") + UInt8(min(end - first, 40)))
        append(text[first..<end])
        return end
    }
}
