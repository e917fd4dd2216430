/// What a PNG row says of its bytes instead of the bytes themselves (PNG, third edition, §9): differences from
/// neighbours, which compress better where colours change slowly.
enum ScanlineFilter: UInt8, CaseIterable {
    /// The bytes themselves.
    case none = 0
    /// The difference from the pixel before.
    case sub = 1
    /// The difference from the pixel above.
    case up = 2
    /// The difference from whichever of left, above and above left is nearest to left + above − above left.
    case paeth = 4

    /// `lines`, rows of `stride` bytes that each begin with the number 0, with the filter of each row that makes its
    /// bytes smallest, taken as signed numbers and summed: the usual guess at what compresses best.
    static func filtered(_ lines: [UInt8], stride: Int, bytesPerPixel: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(lines.count)
        for start in Swift.stride(from: 0, to: lines.count, by: stride) {
            let row = FilterRow(lines: lines, start: start, stride: stride, bytesPerPixel: bytesPerPixel)
            row.append(filter: row.best(), to: &result)
        }
        return result
    }
}

/// One row among others, behind its filter's number.
private struct FilterRow {
    let lines: [UInt8]
    /// Where the row begins.
    let start: Int
    let stride: Int
    let bytesPerPixel: Int

    /// One pass over the row for all filters: this is where filtering spends its time.
    func best() -> ScanlineFilter {
        let lines = lines.span
        var costs = InlineArray<4, UInt>(repeating: 0)
        for index in 1..<stride {
            let near = Neighbours(lines, row: self, index)
            costs[0] &+= Self.size(near.byte)
            costs[1] &+= Self.size(near.byte &- near.left)
            costs[2] &+= Self.size(near.byte &- near.above)
            costs[3] &+= Self.size(near.byte &- near.nearest)
        }
        var best = 0
        for filter in 1..<4 where costs[filter] < costs[best] { best = filter }
        return ScanlineFilter.allCases[best]
    }

    func append(filter: ScanlineFilter, to result: inout [UInt8]) {
        let lines = lines.span
        result.append(filter.rawValue)
        for index in 1..<stride {
            let near = Neighbours(lines, row: self, index)
            switch filter {
            case .none: result.append(near.byte)
            case .sub: result.append(near.byte &- near.left)
            case .up: result.append(near.byte &- near.above)
            case .paeth: result.append(near.byte &- near.nearest)
            }
        }
    }

    @inline(__always)
    private static func size(_ difference: UInt8) -> UInt { UInt(Int8(bitPattern: difference).magnitude) }
}

/// A byte and those of the pixels before, above and before that; 0 outside of the picture.
private struct Neighbours {
    let byte: UInt8
    let left: UInt8
    let above: UInt8
    let aboveLeft: UInt8

    @inline(__always)
    init(_ lines: Span<UInt8>, row: FilterRow, _ index: Int) {
        let place = row.start &+ index
        let (hasLeft, hasAbove) = (index > row.bytesPerPixel, row.start > 0)
        byte = lines[place]
        left = hasLeft ? lines[place &- row.bytesPerPixel] : 0
        above = hasAbove ? lines[place &- row.stride] : 0
        aboveLeft = hasLeft && hasAbove ? lines[place &- row.stride &- row.bytesPerPixel] : 0
    }

    /// Paeth's choice; ties go to left, then above.
    @inline(__always)
    var nearest: UInt8 {
        let (left, above, aboveLeft) = (Int(self.left), Int(self.above), Int(self.aboveLeft))
        let (byLeft, byAbove) = (abs(above &- aboveLeft), abs(left &- aboveLeft))
        let byBoth = abs(left &+ above &- 2 &* aboveLeft)
        if byLeft <= byAbove, byLeft <= byBoth { return self.left }
        return byAbove <= byBoth ? self.above : self.aboveLeft
    }
}
