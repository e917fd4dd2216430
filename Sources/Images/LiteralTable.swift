/// The code of literals and match lengths for pictures about as large as a typical one, and the steps written in it.
///
/// Everything here is made once. Every length keeps a code, so that any size can be said.
struct LiteralTable: Sendable {
    /// A step as it is carried out: ready bits, or a match whose length depends on the size.
    struct Step: Sendable {
        let kind: ScanlineToken.Kind
        let extent: ReferenceStream.Extent
        /// Ready bits (kind `literals`): where they begin in `words`, how many words hold 56, how many bits follow.
        let word: Int32
        let wholeWords: Int32
        let restBits: Int32
    }

    private(set) var steps: [Step] = []
    /// Ready bits, 56 to a word.
    private(set) var words: [UInt64] = []
    /// For each match length its code and extra bits in the low 24 bits, their count above.
    let lengthCodes: [UInt32]
    /// The end of the block.
    let endCode: UInt64
    let endBits: Int
    /// The block's head after the number of distance codes: code lengths of everything but distances.
    let head: BitString
    /// The code that code lengths are written in.
    let lengthsCode: HuffmanCode
    /// Pieces of 258 bytes in the typical picture.
    let typicalLongest: Int
    /// An upper bound of the bits that do not depend on the size.
    var fixedBits: Int { head.count + words.count * 56 + 1000 }

    init(tokens: [ScanlineToken], fixedBytes: [UInt8], wider: Int, taller: Int) {
        var tally = LiteralTally()
        tally.add(tokens, fixedBytes: fixedBytes, wider: wider, taller: taller)
        let code = HuffmanCode(frequencies: tally.frequencies, limit: 12)
        typicalLongest = tally.longest
        lengthCodes = (0...DeflateCodes.longestMatch).map { Self.packed(length: $0, code) }
        endCode = UInt64(code.codes[DeflateCodes.endOfBlock])
        endBits = Int(code.lengths[DeflateCodes.endOfBlock])
        (head, lengthsCode) = CodeLengths.head(for: code)
        makeSteps(tokens, fixedBytes, code)
    }

    private static func packed(length: Int, _ code: HuffmanCode) -> UInt32 {
        guard length >= 3 else { return 0 }
        let match = DeflateCodes.length(length)
        let bits = Int(code.lengths[match.symbol])
        return UInt32(code.codes[match.symbol]) | UInt32(match.extra << bits) | UInt32(bits + match.extraBits) << 24
    }

    private mutating func makeSteps(_ tokens: [ScanlineToken], _ fixedBytes: [UInt8], _ code: HuffmanCode) {
        var ready = BitString()
        for token in tokens {
            if token.kind == .literals {
                for place in Int(token.start)..<Int(token.start + token.extent.fixed) {
                    let byte = Int(fixedBytes[place])
                    ready.append(UInt64(code.codes[byte]), Int(code.lengths[byte]))
                }
            } else if token.kind == .run, token.extent.rowZones + token.extent.tallZones == 0 {
                appendRun(MatchPieces(Int(token.extent.fixed)), to: &ready)
            } else {
                flush(&ready)
                steps.append(Step(kind: token.kind, extent: token.extent, word: 0, wholeWords: 0, restBits: 0))
            }
        }
        flush(&ready)
    }

    /// A run's distance is always the one-bit code 0: see `DistanceCodes`.
    private func appendRun(_ pieces: MatchPieces, to ready: inout BitString) {
        let lengths =
            [Int](repeating: DeflateCodes.longestMatch, count: pieces.longest) + [pieces.first, pieces.second]
        for length in lengths where length > 0 {
            let packed = lengthCodes[length]
            ready.append(UInt64(packed & 0xFF_FFFF), Int(packed >> 24))
            ready.append(0, 1)
        }
    }

    private mutating func flush(_ ready: inout BitString) {
        guard ready.count > 0 else { return }
        let whole = Int32(ready.count / 56)
        let rest = Int32(ready.count % 56)
        let step = Step(
            kind: .literals,
            extent: .init(),
            word: Int32(words.count),
            wholeWords: whole,
            restBits: rest
        )
        steps.append(step)
        words += ready.words
        ready = BitString()
    }
}

/// Bits in a row, 56 to a word, lowest first.
struct BitString: Sendable, Equatable {
    private(set) var words: [UInt64] = []
    private(set) var count = 0

    /// Adds the low `width` bits of `bits`, at most 48; the others are 0.
    mutating func append(_ bits: UInt64, _ width: Int) {
        guard width > 0 else { return }
        let used = count % 56
        if used == 0 { words.append(0) }
        words[words.count - 1] |= bits << UInt64(used) & (1 << 56 - 1)
        if used + width > 56 { words.append(bits >> UInt64(56 - used)) }
        count += width
    }
}

/// How often each literal and length is used in a typical picture.
private struct LiteralTally {
    private(set) var frequencies = [Int](repeating: 0, count: DeflateCodes.literalCount)
    private(set) var longest = 0

    /// Counts are worth this much, so that a code kept only for other sizes weighs little.
    private static let weight = 4

    init() {
        for symbol in DeflateCodes.endOfBlock..<DeflateCodes.literalCount { frequencies[symbol] = 1 }
    }

    mutating func add(_ tokens: [ScanlineToken], fixedBytes: [UInt8], wider: Int, taller: Int) {
        for token in tokens {
            if token.kind == .literals {
                for place in Int(token.start)..<Int(token.start + token.extent.fixed) {
                    frequencies[Int(fixedBytes[place])] += Self.weight
                }
            } else {
                add(MatchPieces(token.extent.length(wider: wider, taller: taller)))
            }
        }
    }

    private mutating func add(_ pieces: MatchPieces) {
        longest += pieces.longest
        frequencies[285] += pieces.longest * Self.weight
        for length in [pieces.first, pieces.second] where length >= 3 {
            frequencies[DeflateCodes.length(length).symbol] += Self.weight
        }
    }
}
