import Images

/// Decisions read from a fuzzer's bytes; zeros when they run out.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func next(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(byte()) % range.count }

    /// A length in quarter points, now and then one that is no length.
    mutating func length() -> Double {
        switch byte() {
        case 255: .nan
        case 254: -1
        case 253: 1e300
        case let quarters: Double(quarters) / 4
        }
    }

    mutating func caps() -> CapInsets {
        switch next(0...3) {
        case 0: .none
        case 1: .stretchable(left: length(), top: length())
        case 2: .resizable(top: length(), left: length(), bottom: length(), right: length(), mode: .stretch)
        default: .resizable(top: length(), left: length(), bottom: length(), right: length(), mode: .tile)
        }
    }

    /// A picture of few colours, so that runs and repeated rows come up.
    mutating func bitmap() -> Bitmap? {
        let (width, height, colours) = (next(1...40), next(1...30), next(1...5))
        let palette = (0..<colours).map { _ in [byte(), byte(), byte(), byte()] }
            .map { $0[3] == 0 ? [0, 0, 0, 0] : $0 }
        let rgba = (0..<width * height).flatMap { _ in palette[next(0...colours - 1)] }
        return Bitmap(width: width, height: height, rgba: rgba)
    }
}
