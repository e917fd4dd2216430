/// What one row of the parts does to the checksum when its middle is repeated: sums of its bytes, and of its bytes times
/// their places, for the leading cap, the tile and the trailing cap.
struct ScanlineSums: Sendable {
    /// Bytes summed, and each times its place from the start of its part.
    struct Part: Sendable {
        var sum: UInt64 = 0
        var placed: UInt64 = 0
    }

    private let leading: Part
    private let trailing: Part
    /// The first 0, 1, … all pixels of the tile.
    private let tile: [Part]

    /// `row` is one scanline of the parts, the filter's number included.
    init(row: ArraySlice<UInt8>, across: RepeatingAxis, bytesPerPixel: Int) {
        let start = row.startIndex + 1 + across.leading * bytesPerPixel
        let end = start + across.tile * bytesPerPixel
        leading = Self.sums(row[..<start])
        tile = (0...across.tile).map { Self.sums(row[start..<start + $0 * bytesPerPixel]) }
        trailing = Self.sums(row[end...])
    }

    private static func sums(_ bytes: ArraySlice<UInt8>) -> Part {
        var part = Part()
        for (place, byte) in bytes.enumerated() {
            part.sum += UInt64(byte)
            part.placed += UInt64(byte) * UInt64(place)
        }
        return part
    }

    /// The row's sum, and its weighted sum as in `AdlerBlock`, when the middle has `shape`. Not reduced.
    func sums(_ shape: ScanlineShape) -> (sum: UInt64, weighted: UInt64) {
        let whole = tile[tile.count - 1]
        let rest = tile[shape.restPixels]
        let count = shape.wholeTiles
        let sum = leading.sum &+ count &* whole.sum &+ rest.sum &+ trailing.sum
        let pairs = count &* (count &- min(count, 1)) / 2
        let middle = count &* (shape.leading &* whole.sum &+ whole.placed) &+ shape.tile &* whole.sum &* pairs
        let cut = (shape.leading &+ count &* shape.tile) &* rest.sum &+ rest.placed
        let last = shape.trailing &* trailing.sum &+ trailing.placed
        let placed = leading.placed &+ middle &+ cut &+ last
        return (sum, shape.stride &* sum &- placed)
    }
}

/// The lengths of one row's parts in bytes.
struct ScanlineShape {
    /// The filter's number and the leading cap.
    let leading: UInt64
    /// One tile.
    let tile: UInt64
    let wholeTiles: UInt64
    /// Pixels of the last tile, which is cut.
    let restPixels: Int
    /// Where the trailing cap begins.
    let trailing: UInt64
    /// The whole row.
    let stride: UInt64

    init(width: Int, across: RepeatingAxis, bytesPerPixel: Int) {
        let middle = width - across.leading - across.trailing
        leading = UInt64(1 + across.leading * bytesPerPixel)
        tile = UInt64(across.tile * bytesPerPixel)
        wholeTiles = UInt64(middle / across.tile)
        restPixels = middle % across.tile
        trailing = UInt64(1 + (across.leading + middle) * bytesPerPixel)
        stride = UInt64(1 + width * bytesPerPixel)
    }
}
