/// Filters for large pictures: each row's is guessed from a few of its bytes, and differences are taken in plain loops.
struct QuickFilter {
    /// Rows of `stride` bytes that each begin with the number 0.
    let lines: [UInt8]
    let stride: Int
    let bytesPerPixel: Int

    /// About so many bytes of a row are looked at.
    private static let samples = 256

    /// The rows, each behind its filter's number.
    func filtered() -> [UInt8] {
        var result = lines
        let lines = lines.span
        var target = result.mutableSpan
        for start in Swift.stride(from: 0, to: lines.count, by: stride) {
            let isUp = start > 0 && prefersUp(lines, start)
            target[start] = (isUp ? ScanlineFilter.up : .sub).rawValue
            let distance = isUp ? stride : bytesPerPixel
            // The first pixel of a row has no left neighbour: it stays as it is.
            for place in start + 1 + (isUp ? 0 : bytesPerPixel)..<start + stride {
                target[place] = lines[place] &- lines[place &- distance]
            }
        }
        return result
    }

    /// Whether the row at `start`, not the first, differs less from the one above than from itself a pixel further on.
    private func prefersUp(_ lines: Span<UInt8>, _ start: Int) -> Bool {
        var (left, above) = (0, 0)
        let first = start + 1 + bytesPerPixel
        // An odd step meets every channel.
        let step = max(1, (stride - 1) / Self.samples) | 1
        for place in Swift.stride(from: first, to: start + stride, by: step) {
            left += Self.size(lines[place] &- lines[place - bytesPerPixel])
            above += Self.size(lines[place] &- lines[place - stride])
        }
        return above <= left
    }

    private static func size(_ difference: UInt8) -> Int { Int(Int8(bitPattern: difference).magnitude) }
}
