internal import Bytes

/// What values of a request field were found to mean: clients send the same few over and over.
struct FieldMemo: ~Copyable {
    private static let places = 8
    /// Longer values are judged each time.
    private static let longest = 120

    private var values = OutputBuffer(capacity: places * longest)
    private var counts = [Int](repeating: -1, count: places)
    private var meanings = [UInt8](repeating: 0, count: places)

    init() {
        for _ in 0..<Self.places * Self.longest { values.append(0) }
    }

    /// What `value` means: remembered, else as `judge` says.
    mutating func meaning(of value: ByteView, _ judge: () -> UInt8) -> UInt8 {
        guard value.count <= Self.longest else { return judge() }
        var hash = SecretHash()
        hash.add(value)
        let place = Int(truncatingIfNeeded: hash.value >> 32) & (Self.places - 1)
        let start = place * Self.longest
        if counts[place] == value.count, values.view[start..<start + value.count].hasSameBytes(value) {
            return meanings[place]
        }
        let meaning = judge()
        values.replace(at: start, with: value)
        counts[place] = value.count
        meanings[place] = meaning
        return meaning
    }
}
