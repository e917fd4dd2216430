/// The scanlines of a picture a little larger than its nine parts, with a note of what grows where.
///
/// Bytes of the parts themselves are fixed; between them lie zones: on every row what its tile adds when the picture is
/// wider, and once, behind the middle rows, what those add when it is taller. A match found here that covers whole
/// zones holds at every size.
struct ReferenceStream {
    let bytes: [UInt8]
    /// Bytes of one row, the filter's number included.
    let stride: Int
    let bytesPerPixel: Int
    let across: RepeatingAxis
    let down: RepeatingAxis
    /// For every byte, where the zone that it lies in begins and ends; an empty range outside of zones.
    private(set) var zones: [Range<Int>] = []
    /// For every place, what lies before it.
    private(set) var before: [Extent] = []

    /// A length that grows with the picture: fixed bytes, zones of a row, the zone of whole rows.
    struct Extent: Sendable, Equatable {
        var fixed: Int32 = 0
        var rowZones: Int32 = 0
        var tallZones: Int32 = 0
    }

    init(parts: NineParts, encoding: PixelEncoding) {
        across = parts.across
        down = parts.down
        bytesPerPixel = encoding.bytesPerPixel
        // A whole tile more, or a match could seem to cover the zone without having met all of the tile.
        let wider = across.tile == 1 ? 4 : across.tile + 3
        let columns = Self.indices(across, extra: wider)
        let rows = Self.indices(down, extra: down.tile)
        let picture = Raster(
            source: parts.bitmap,
            columns: columns.map { .copy($0) },
            rows: rows.map { .copy($0) }
        ).draw()
        bytes = encoding.scanlines(of: picture)
        stride = 1 + picture.width * bytesPerPixel
        noteZones(rowCount: rows.count, wider: wider * bytesPerPixel)
        noteExtents()
    }

    /// Which pixels of the parts are shown when the middle has `extra` pixels more than one tile.
    private static func indices(_ axis: RepeatingAxis, extra: Int) -> [Int] {
        let end = axis.leading + axis.tile
        return Array(0..<end) + (0..<extra).map { axis.leading + $0 % axis.tile } + Array(end..<axis.length)
    }

    private mutating func noteZones(rowCount: Int, wider: Int) {
        zones = [Range<Int>](repeating: 0..<0, count: bytes.count)
        let tallRows = down.leading + down.tile..<down.leading + 2 * down.tile
        let tall = tallRows.lowerBound * stride..<tallRows.upperBound * stride
        for place in tall { zones[place] = tall }
        let start = 1 + (across.leading + across.tile) * bytesPerPixel
        for row in 0..<rowCount where !tallRows.contains(row) {
            let zone = row * stride + start..<row * stride + start + wider
            for place in zone { zones[place] = zone }
        }
    }

    private mutating func noteExtents() {
        var extent = Extent()
        before.reserveCapacity(bytes.count + 1)
        for place in bytes.indices {
            before.append(extent)
            if zones[place].isEmpty {
                extent.fixed += 1
            } else if zones[place].lowerBound == place {
                if isTall(zones[place]) { extent.tallZones += 1 } else { extent.rowZones += 1 }
            }
        }
        before.append(extent)
    }

    /// Whether a zone is the one of whole rows, which alone begins with a filter's number.
    func isTall(_ zone: Range<Int>) -> Bool { !zone.isEmpty && zone.lowerBound % stride == 0 }

    /// What the bytes of `range` grow like.
    func extent(of range: Range<Int>) -> Extent {
        let (start, end) = (before[range.lowerBound], before[range.upperBound])
        return Extent(
            fixed: end.fixed - start.fixed,
            rowZones: end.rowZones - start.rowZones,
            tallZones: end.tallZones - start.tallZones
        )
    }

    /// The bytes outside of zones.
    var fixedBytes: [UInt8] { bytes.indices.filter { zones[$0].isEmpty }.map { bytes[$0] } }
}
