/// Numbers that look random and are the same each time (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func next<Value>(_ values: [Value]) -> Value { values[next(0...values.count - 1)] }

    /// Four bytes; a transparent pixel is 0,0,0,0.
    mutating func pixel() -> [UInt8] {
        let alpha = UInt8(next([0, 1, 90, 254, 255, 255, 255]))
        return alpha == 0 ? [0, 0, 0, 0] : [UInt8(next(0...255)), UInt8(next(0...255)), UInt8(next(0...255)), alpha]
    }
}
