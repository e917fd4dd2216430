/// SHA-256 (FIPS 180-4), for comparing pictures by their hash.
enum SHA256 {
    static func hex(_ message: [UInt8]) -> String {
        var state = initialState
        for block in padded(message) { compress(block, into: &state) }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// The fractional parts of the square roots of the first eight primes.
    private static let initialState = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    /// The fractional parts of the cube roots of the first 64 primes.
    private static let constants = primes.map { cubeRootFraction($0) }

    private static let primes: [UInt64] = {
        var found: [UInt64] = []
        var candidate: UInt64 = 2
        while found.count < 64 {
            if found.allSatisfy({ !candidate.isMultiple(of: $0) }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    private static func fraction(_ root: Double) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt64((root - root.rounded(.down)) * 4_294_967_296))
    }

    /// floor(2^32 × cube root) by bisection, its low half.
    private static func cubeRootFraction(_ prime: UInt64) -> UInt32 {
        var (low, high): (UInt64, UInt64) = (0, 8 << 32)
        while high - low > 1 {
            let middle = (low + high) / 2
            let square = middle.multipliedFullWidth(by: middle)
            // middle³ ≤ prime × 2^96, compared by the top bits: middle < 2^35, so middle² < 2^70 and the cube < 2^105.
            let shifted = square.high << 41 | square.low >> 23
            let cube = shifted.multipliedFullWidth(by: middle)
            let target = (high: prime << 9, low: UInt64(0))
            if (cube.high, cube.low) < (target.high, target.low) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func padded(_ message: [UInt8]) -> [[UInt32]] {
        var bytes = message + [0x80]
        bytes.append(contentsOf: [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64))
        let bits = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        return stride(from: 0, to: bytes.count, by: 64).map { start in
            (0..<16).map { word in
                (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + word * 4 + $1]) }
            }
        }
    }

    private static func compress(_ block: [UInt32], into state: inout [UInt32]) {
        var words = block
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var s = state
        for index in 0..<64 {
            let mix = s[4].rotated(6) ^ s[4].rotated(11) ^ s[4].rotated(25)
            let choice = s[4] & s[5] ^ ~s[4] & s[6]
            let first = s[7] &+ mix &+ choice &+ constants[index] &+ words[index]
            let spread = s[0].rotated(2) ^ s[0].rotated(13) ^ s[0].rotated(22)
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
            s = [first &+ spread &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] &+= s[index] }
    }
}

extension UInt32 {
    fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
