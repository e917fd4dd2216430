/// What a run of bytes does to an Adler-32 checksum (RFC 1950 §8.2), so that runs can be joined and repeated in closed form.
struct AdlerBlock: Sendable, Equatable {
    static let modulus: UInt64 = 65_521

    /// How many bytes, modulo 65,521.
    private(set) var length: UInt64
    /// The bytes' sum, modulo 65,521.
    private(set) var sum: UInt64
    /// Each byte times its distance from the end (the last counts once), summed, modulo 65,521.
    private(set) var weighted: UInt64

    static let empty = AdlerBlock(length: 0, sum: 0, weighted: 0)

    /// The three numbers, reduced here.
    init(length: UInt64, sum: UInt64, weighted: UInt64) {
        self.length = length % Self.modulus
        self.sum = sum % Self.modulus
        self.weighted = weighted % Self.modulus
    }

    /// This run followed by `other`.
    mutating func append(_ other: AdlerBlock) {
        weighted = (weighted &+ other.length &* sum &+ other.weighted) % Self.modulus
        sum = (sum &+ other.sum) % Self.modulus
        length = (length &+ other.length) % Self.modulus
    }

    /// This run `count` times; `count` is below 2^31.
    func repeated(_ count: Int) -> AdlerBlock {
        let count = UInt64(count)
        let pairs = (count &* (count &- min(count, 1)) / 2) % Self.modulus
        let drift = (length &* sum) % Self.modulus &* pairs
        return AdlerBlock(
            length: count % Self.modulus &* length,
            sum: count % Self.modulus &* sum,
            weighted: count % Self.modulus &* weighted &+ drift
        )
    }

    /// The checksum of the run alone.
    var checksum: UInt32 {
        let low = (1 &+ sum) % Self.modulus
        let high = (length &+ weighted) % Self.modulus
        return UInt32(truncatingIfNeeded: high << 16 | low)
    }
}
