/// The distance code of one picture: the few distances that it uses and nothing else.
///
/// The shortest distance, one pixel, always has the one-bit code 0, so that runs can be written beforehand.
struct DistanceCodes {
    /// The bits of one distance: its code and what follows it.
    struct Bits {
        let bits: UInt64
        let count: Int
    }

    /// A bit for every symbol in use.
    private let symbols: UInt32
    private let runSymbol: Int
    private let aboveSymbol: Int

    /// Distances in bytes, each up to 32,768; those to a tile before are 0 if not used.
    init(run: Int, above: Int, tile: Int, tileRows: Int) {
        runSymbol = DeflateCodes.distance(run).symbol
        aboveSymbol = DeflateCodes.distance(above).symbol
        var symbols: UInt32 = 1 &<< UInt32(runSymbol) | 1 &<< UInt32(aboveSymbol)
        if tile > 0 { symbols |= 1 &<< UInt32(DeflateCodes.distance(tile).symbol) }
        if tileRows > 0 { symbols |= 1 &<< UInt32(DeflateCodes.distance(tileRows).symbol) }
        self.symbols = symbols
    }

    /// The bits that say `distance`, which must be one of those given.
    func bits(for distance: Int) -> Bits {
        guard distance > 0 else { return Bits(bits: 0, count: 0) }
        let code = DeflateCodes.distance(distance)
        let length = self.length(of: code.symbol)
        return Bits(
            bits: self.code(of: code.symbol, length) | UInt64(code.extra) << UInt64(length),
            count: length + code.extraBits
        )
    }

    /// Two symbols: 1 and 1 bit; three: 1, 2, 2; four: 1, 2, 3, 3.
    private func length(of symbol: Int) -> Int {
        let count = symbols.nonzeroBitCount
        if count <= 2 || symbol == runSymbol { return 1 }
        return count == 3 || symbol == aboveSymbol ? 2 : 3
    }

    /// The canonical code, first bit lowest: shorter codes come before it, then those of smaller symbols.
    private func code(of symbol: Int, _ length: Int) -> UInt64 {
        var code = 0
        forEachSymbol { other in
            let otherLength = self.length(of: other)
            if (otherLength, other) < (length, symbol) { code += 1 << (length - otherLength) }
        }
        var reversed: UInt64 = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << UInt64(length - 1 - bit) }
        return reversed
    }

    private func forEachSymbol(_ body: (Int) -> Void) {
        var rest = symbols
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }

    /// How many code lengths are written: up to the last symbol in use.
    var count: Int { 32 - symbols.leadingZeroBitCount }

    /// Writes the code lengths, in the code for code lengths.
    func write(to bits: inout BitWriter, in code: HuffmanCode) {
        var next = 0
        var rest = symbols
        while rest != 0 {
            let symbol = rest.trailingZeroBitCount
            rest &= rest &- 1
            writeZeros(symbol - next, to: &bits, in: code)
            Self.write(length(of: symbol), to: &bits, in: code)
            next = symbol + 1
        }
    }

    private func writeZeros(_ count: Int, to bits: inout BitWriter, in code: HuffmanCode) {
        switch count {
        case ..<3: for _ in 0..<count { Self.write(0, to: &bits, in: code) }
        case ..<11:
            Self.write(17, to: &bits, in: code)
            bits.put(UInt64(count - 3), 3)
        default:
            Self.write(18, to: &bits, in: code)
            bits.put(UInt64(count - 11), 7)
        }
    }

    private static func write(_ symbol: Int, to bits: inout BitWriter, in code: HuffmanCode) {
        bits.put(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
    }
}
