/// The general way: every destination pixel of a picture from its taps.
///
/// Costs a copy for pixels that one source pixel feeds and four divisions for mixed ones; equal rows are made once.
@safe
struct Raster {
    private let source: Bitmap
    private let columns: [AxisTap]
    private let rows: [AxisTap]

    /// The taps must point into the source; `AxisMap` makes no others.
    init(source: Bitmap, columns: [AxisTap], rows: [AxisTap]) {
        self.source = source
        self.columns = columns
        self.rows = Self.simplified(rows, in: source)
    }

    /// `rows` with source rows that show the same named by the first of them: between two of those nothing needs mixing,
    /// and more rows of the result are seen to be equal.
    private static func simplified(_ rows: [AxisTap], in source: Bitmap) -> [AxisTap] {
        var first = Array(0..<Int32(truncatingIfNeeded: source.height))
        for row in 1..<max(source.height, 1) where source.repeatsRow(row) { first[row] = first[row - 1] }
        return rows.map { tap in
            let (upper, lower) = (first[Int(tap.first)], first[Int(tap.second)])
            if upper == lower { return .copy(Int(upper)) }
            return AxisTap(first: upper, second: lower, weight: tap.weight, total: tap.total)
        }
    }

    /// Draws the picture.
    func draw() -> Bitmap {
        let stride = columns.count * 4
        let rgba = unsafe [UInt8](unsafeUninitializedCapacity: stride * rows.count) { target, count in
            let target = UnsafeMutableRawBufferPointer(target)
            unsafe source.rgba.withUnsafeBytes { pixels in unsafe fill(target, from: pixels) }
            count = stride * rows.count
        }
        return Bitmap(checkedWidth: columns.count, height: rows.count, rgba: rgba)
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer, from pixels: UnsafeRawBufferPointer) {
        let stride = columns.count * 4
        for (index, row) in rows.enumerated() {
            let line = unsafe UnsafeMutableRawBufferPointer(rebasing: target[index * stride..<(index + 1) * stride])
            if index > 0, row == rows[index - 1] {
                unsafe line.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: target[(index - 1) * stride..<index * stride])
                )
            } else {
                unsafe fillRow(line, row, from: pixels)
            }
        }
    }

    private func fillRow(_ line: UnsafeMutableRawBufferPointer, _ row: AxisTap, from pixels: UnsafeRawBufferPointer) {
        let upper = Int(row.first) * source.width * 4
        let lower = Int(row.second) * source.width * 4
        for (index, column) in columns.enumerated() {
            let left = Int(column.first) * 4
            let right = Int(column.second) * 4
            let pixels = unsafe Corners(
                upperLeft: pixels.load(fromByteOffset: upper + left, as: UInt32.self),
                upperRight: pixels.load(fromByteOffset: upper + right, as: UInt32.self),
                lowerLeft: pixels.load(fromByteOffset: lower + left, as: UInt32.self),
                lowerRight: pixels.load(fromByteOffset: lower + right, as: UInt32.self)
            )
            let pixel = pixels.areEqual ? pixels.upperLeft : pixels.mixed(column, row)
            unsafe line.storeBytes(of: pixel, toByteOffset: index * 4, as: UInt32.self)
        }
    }
}

/// The up to four pixels that feed one; a tap that copies gives the same pixel twice.
private struct Corners {
    let upperLeft: UInt32
    let upperRight: UInt32
    let lowerLeft: UInt32
    let lowerRight: UInt32

    /// Equal pixels mix to themselves, whatever their shares.
    var areEqual: Bool { upperLeft == upperRight && upperLeft == lowerLeft && upperLeft == lowerRight }

    func mixed(_ column: AxisTap, _ row: AxisTap) -> UInt32 {
        let (right, lower) = (UInt64(column.weight), UInt64(row.weight))
        let (left, upper) = (UInt64(column.total) &- right, UInt64(row.total) &- lower)
        var mix = PixelMix()
        mix.add(upperLeft, weight: left &* upper)
        mix.add(upperRight, weight: right &* upper)
        mix.add(lowerLeft, weight: left &* lower)
        mix.add(lowerRight, weight: right &* lower)
        return mix.pixel(total: UInt64(column.total) &* UInt64(row.total))
    }
}
