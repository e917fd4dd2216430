/// One step of a compressed picture that stays right at every size.
struct ScanlineToken: Sendable, Equatable {
    /// What a step writes.
    enum Kind: UInt8, Sendable {
        /// Bytes as they stand.
        case literals
        /// A copy from one pixel before: the same pixel again.
        case run
        /// A copy from the row above.
        case above
        /// A copy from one tile before, in the same row.
        case tile
        /// A copy from one tile of rows before.
        case tileRows
    }

    let kind: Kind
    /// How long it is.
    var extent: ReferenceStream.Extent
    /// Literals: where they begin among the fixed bytes.
    let start: Int32
}

/// Finds the steps: the longest match at each place, or the one behind it if that is better.
struct ScanlineParser {
    private let stream: ReferenceStream
    private var tokens: [ScanlineToken] = []

    static func tokens(of stream: ReferenceStream) -> [ScanlineToken] {
        var parser = ScanlineParser(stream: stream)
        parser.run()
        return parser.tokens
    }

    private init(stream: ReferenceStream) {
        self.stream = stream
    }

    private mutating func run() {
        var place = 0
        while place < stream.bytes.count {
            let match = bestMatch(at: place)
            // A zone's first byte must be matched: how many bytes follow is not known.
            let mayWait = stream.zones[place].isEmpty
            if let match, !mayWait || !isBetterNext(than: match, at: place) {
                append(match.kind, place..<match.end)
                place = match.end
            } else {
                append(.literals, place..<place + 1)
                place += 1
            }
        }
    }

    private func isBetterNext(than match: Match, at place: Int) -> Bool {
        guard place + 1 < stream.bytes.count, let next = bestMatch(at: place + 1) else { return false }
        return next.end > match.end + 1
    }

    private mutating func append(_ kind: ScanlineToken.Kind, _ range: Range<Int>) {
        let extent = stream.extent(of: range)
        if let last = tokens.last, last.kind == kind, kind != .tile, kind != .tileRows {
            tokens[tokens.count - 1].extent.fixed += extent.fixed
            tokens[tokens.count - 1].extent.rowZones += extent.rowZones
            tokens[tokens.count - 1].extent.tallZones += extent.tallZones
        } else {
            tokens.append(ScanlineToken(kind: kind, extent: extent, start: stream.before[range.lowerBound].fixed))
        }
    }

    private struct Match {
        let kind: ScanlineToken.Kind
        let end: Int
    }

    private func bestMatch(at place: Int) -> Match? {
        let zone = stream.zones[place]
        var best: Match?
        if let end = runEnd(at: place) { best = Match(kind: .run, end: end) }
        if let end = aboveEnd(at: place), end > best?.end ?? 0 { best = Match(kind: .above, end: end) }
        guard best == nil, !zone.isEmpty else { return best }
        return Match(kind: stream.isTall(zone) ? .tileRows : .tile, end: zone.upperBound)
    }

    /// Where a run of the pixel before `place` ends, if it is worth a match.
    private func runEnd(at place: Int) -> Int? {
        let distance = stream.bytesPerPixel
        guard place >= distance, !dependsOnPhase(place - distance) else { return nil }
        return end(from: place, distance: distance) { dependsOnPhase($0) }
    }

    /// Where a copy of the row above `place` ends, if it is worth a match.
    private func aboveEnd(at place: Int) -> Int? {
        let distance = stream.stride
        guard place >= distance, !isCutRows(place - distance) else { return nil }
        return end(from: place, distance: distance) { isCutRows($0) }
    }

    /// Whether the byte comes from a tile of several pixels or rows, so that the size decides which part of it this is.
    private func dependsOnPhase(_ place: Int) -> Bool {
        let zone = stream.zones[place]
        if zone.isEmpty { return false }
        return isCutRows(place) || stream.across.tile > 1
    }

    private func isCutRows(_ place: Int) -> Bool {
        stream.down.tile > 1 && stream.isTall(stream.zones[place])
    }

    /// The furthest place up to which bytes repeat at `distance`, such that the match is at least three bytes long at
    /// every size and ends in no zone.
    private func end(from place: Int, distance: Int, unless stops: (Int) -> Bool) -> Int? {
        var end = place
        while end < stream.bytes.count, stream.bytes[end] == stream.bytes[end - distance], !stops(end) { end += 1 }
        while end > place {
            if end < stream.bytes.count, stream.zones[end].lowerBound < end, !stream.zones[end].isEmpty {
                end = stream.zones[end].lowerBound
                continue
            }
            let extent = stream.extent(of: place..<end)
            if extent.fixed >= 3 || (extent.fixed == 0 && extent.rowZones + extent.tallZones > 0) { return end }
            end -= 1
        }
        return nil
    }
}
