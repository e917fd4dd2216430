internal import Bytes

extension NinePartPNGWriter {
    /// Appends the compressed scanlines: a zlib head and one dynamic block, without the checksum.
    func deflate(stride: Int, wider: Int, height: Int, into output: inout OutputBuffer) {
        let table = table(for: stride * height / DeflateCodes.longestMatch)
        let taller = (height - down.length) * stride
        let distances = DistanceCodes(
            run: bytesPerPixel,
            above: stride,
            tile: across.tile > 1 ? across.tile * bytesPerPixel : 0,
            tileRows: down.tile > 1 ? down.tile * stride : 0
        )
        unsafe output.append(room: Self.room(for: table, bytes: stride * height)) { memory in
            var bits = unsafe BitWriter(memory)
            Self.writeHead(table, distances, to: &bits)
            let codes = MatchCodes(
                run: distances.bits(for: bytesPerPixel),
                above: distances.bits(for: stride),
                tile: distances.bits(for: across.tile > 1 ? across.tile * bytesPerPixel : 0),
                tileRows: distances.bits(for: down.tile > 1 ? down.tile * stride : 0)
            )
            Self.writeSteps(table, codes, wider: wider, taller: taller, to: &bits)
            bits.put(table.endCode, table.endBits)
            return bits.finish()
        }
    }

    /// The checksum of the scanlines, in closed form.
    func checksum(width: Int, height: Int) -> UInt32 {
        let shape = ScanlineShape(width: width, across: across, bytesPerPixel: bytesPerPixel)
        let (tiles, cut) = (height - down.leading - down.trailing).quotientAndRemainder(dividingBy: down.tile)
        let middle = down.leading..<down.leading + down.tile
        var sum = block(rows[..<middle.lowerBound], shape)
        sum.append(block(rows[middle], shape).repeated(tiles))
        sum.append(block(rows[middle.prefix(cut)], shape))
        sum.append(block(rows[middle.upperBound...], shape))
        return sum.checksum
    }

    /// Some rows as one run of bytes. Up to 4,096 rows of 32 KiB stay below 2^62 without being reduced.
    private func block(_ rows: ArraySlice<ScanlineSums>, _ shape: ScanlineShape) -> AdlerBlock {
        var (sum, weighted): (UInt64, UInt64) = (0, 0)
        for row in rows {
            let next = row.sums(shape)
            weighted &+= shape.stride &* sum &+ next.weighted
            sum &+= next.sum
        }
        return AdlerBlock(length: UInt64(rows.count) &* shape.stride, sum: sum, weighted: weighted)
    }

    /// The table made for the largest picture that is not larger than this one.
    private func table(for longest: Int) -> LiteralTable {
        tables.last { $0.typicalLongest <= longest } ?? tables[0]
    }

    /// Bytes that are enough: a match is at most 12 + 5 bits for its length and 3 + 13 for its distance.
    private static func room(for table: LiteralTable, bytes: Int) -> Int {
        let matches = bytes / DeflateCodes.longestMatch + 2 * table.steps.count
        return (table.fixedBits + matches * 33) / 8 + 16
    }

    private static func writeHead(_ table: LiteralTable, _ distances: DistanceCodes, to bits: inout BitWriter) {
        bits.put(0x0178, 16)
        // The last block, with codes of its own: BFINAL 1, BTYPE 2, HLIT, HDIST.
        bits.put(1 | 2 << 1 | UInt64(DeflateCodes.literalCount - 257) << 3 | UInt64(distances.count - 1) << 8, 13)
        bits.put(table.head)
        distances.write(to: &bits, in: table.lengthsCode)
    }

    private static func writeSteps(
        _ table: LiteralTable,
        _ codes: MatchCodes,
        wider: Int,
        taller: Int,
        to bits: inout BitWriter
    ) {
        let (words, lengths) = (table.words.span, table.lengthCodes.span)
        for step in table.steps {
            if step.kind == .literals {
                let start = Int(step.word)
                let end = start + Int(step.wholeWords)
                for word in start..<end { bits.put(words[word], 56) }
                if step.restBits > 0 { bits.put(words[end], Int(step.restBits)) }
            } else {
                let length = step.extent.length(wider: wider, taller: taller)
                bits.put(MatchPieces(length), lengths, codes[step.kind])
            }
        }
    }
}

/// The distance bits of each kind of step.
private struct MatchCodes {
    let run: DistanceCodes.Bits
    let above: DistanceCodes.Bits
    let tile: DistanceCodes.Bits
    let tileRows: DistanceCodes.Bits

    subscript(kind: ScanlineToken.Kind) -> DistanceCodes.Bits {
        switch kind {
        case .above: above
        case .tile: tile
        case .tileRows: tileRows
        case .run, .literals: run
        }
    }
}

extension BitWriter {
    /// Writes a match of any length.
    fileprivate mutating func put(_ pieces: MatchPieces, _ lengths: Span<UInt32>, _ distance: DistanceCodes.Bits) {
        if pieces.longest > 0 {
            let longest = lengths[DeflateCodes.longestMatch]
            let width = Int(longest >> 24)
            put(
                UInt64(longest & 0xFF_FFFF) | distance.bits << UInt64(width),
                width + distance.count,
                times: pieces.longest
            )
        }
        put(pieces.first, lengths, distance)
        put(pieces.second, lengths, distance)
    }

    private mutating func put(_ length: Int, _ lengths: Span<UInt32>, _ distance: DistanceCodes.Bits) {
        guard length >= 3 else { return }
        let packed = lengths[length]
        let width = Int(packed >> 24)
        put(UInt64(packed & 0xFF_FFFF) | distance.bits << UInt64(width), width + distance.count)
    }

    /// Writes ready bits.
    fileprivate mutating func put(_ ready: BitString) {
        let (whole, rest) = ready.count.quotientAndRemainder(dividingBy: 56)
        for word in 0..<whole { put(ready.words[word], 56) }
        if rest > 0 { put(ready.words[whole], rest) }
    }
}
