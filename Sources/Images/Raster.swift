/// The general way: every destination pixel of a picture from its taps.
///
/// Costs a copy for pixels that one source pixel feeds and four divisions for mixed ones; equal rows are made once.
@safe
struct Raster {
    let source: Bitmap
    let columns: [AxisTap]
    let rows: [AxisTap]

    /// Draws the picture. The taps must point into the source; `AxisMap` makes no others.
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
            let pixel: UInt32
            if row.weight == 0, column.weight == 0 {
                pixel = unsafe pixels.load(fromByteOffset: upper + left, as: UInt32.self)
            } else {
                let right = Int(column.second) * 4
                let weights = (right: UInt64(column.weight), lower: UInt64(row.weight))
                let totals = (x: UInt64(column.total), y: UInt64(row.total))
                var mix = PixelMix()
                let (leftShare, upperShare) = (totals.x - weights.right, totals.y - weights.lower)
                unsafe mix.add(
                    pixels.load(fromByteOffset: upper + left, as: UInt32.self),
                    weight: leftShare * upperShare
                )
                unsafe mix.add(
                    pixels.load(fromByteOffset: upper + right, as: UInt32.self),
                    weight: weights.right * upperShare
                )
                unsafe mix.add(
                    pixels.load(fromByteOffset: lower + left, as: UInt32.self),
                    weight: leftShare * weights.lower
                )
                unsafe mix.add(
                    pixels.load(fromByteOffset: lower + right, as: UInt32.self),
                    weight: weights.right * weights.lower
                )
                pixel = mix.pixel(total: totals.x * totals.y)
            }
            unsafe line.storeBytes(of: pixel, toByteOffset: index * 4, as: UInt32.self)
        }
    }
}
