/// The head of a dynamic block (RFC 1951 §3.2.7): the codes themselves, written down.
enum CodeLengths {
    /// The order in which the lengths of the code for code lengths stand.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// What stands between the number of distance codes and their lengths, and the code that those are written in.
    static func head(for literals: HuffmanCode) -> (BitString, HuffmanCode) {
        let symbols = runLengths(literals.lengths)
        var frequencies = [Int](repeating: 0, count: 19)
        for symbol in symbols { frequencies[symbol.symbol] += 1 }
        // The lengths of the distance codes are written later, in these.
        for symbol in [0, 1, 2, 3, 17, 18] { frequencies[symbol] += 1 }
        let code = HuffmanCode(frequencies: frequencies, limit: 7)
        let used = (order.lastIndex { code.lengths[$0] > 0 } ?? 3) + 1
        var head = BitString()
        head.append(UInt64(used - 4), 4)
        for symbol in order.prefix(used) { head.append(UInt64(code.lengths[symbol]), 3) }
        for symbol in symbols {
            head.append(UInt64(code.codes[symbol.symbol]), Int(code.lengths[symbol.symbol]))
            head.append(UInt64(symbol.extra), symbol.extraBits)
        }
        return (head, code)
    }

    /// `lengths` with runs said shortly: 16 repeats the last length, 17 and 18 are zeros.
    private static func runLengths(_ lengths: [UInt8]) -> [DeflateCodes.Code] {
        var symbols: [DeflateCodes.Code] = []
        var place = 0
        while place < lengths.count {
            let length = lengths[place]
            let run = lengths[place...].prefix { $0 == length }.count
            place += run
            if length == 0 {
                appendZeros(run, to: &symbols)
            } else {
                symbols.append(.init(symbol: Int(length), extraBits: 0, extra: 0))
                appendRepeats(of: Int(length), run - 1, to: &symbols)
            }
        }
        return symbols
    }

    private static func appendZeros(_ count: Int, to symbols: inout [DeflateCodes.Code]) {
        var left = count
        while left >= 11 {
            let run = min(left, 138)
            symbols.append(.init(symbol: 18, extraBits: 7, extra: run - 11))
            left -= run
        }
        if left >= 3 {
            symbols.append(.init(symbol: 17, extraBits: 3, extra: left - 3))
        } else {
            for _ in 0..<left { symbols.append(.init(symbol: 0, extraBits: 0, extra: 0)) }
        }
    }

    private static func appendRepeats(of length: Int, _ count: Int, to symbols: inout [DeflateCodes.Code]) {
        var left = count
        while left >= 3 {
            let run = min(left, 6)
            symbols.append(.init(symbol: 16, extraBits: 2, extra: run - 3))
            left -= run
        }
        for _ in 0..<left { symbols.append(.init(symbol: length, extraBits: 0, extra: 0)) }
    }
}
