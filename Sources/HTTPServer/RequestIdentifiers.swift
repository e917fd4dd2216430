internal import Bytes
internal import Glibc

/// Makes request identifiers: sixteen hexadecimal digits, different in every process and loop.
@safe
struct RequestIdentifiers: ~Copyable {
    private var counter: UInt64 = 0
    private let text: UnsafeMutablePointer<UInt8>
    private static var digits: Int { 16 }

    init() {
        unsafe text = .allocate(capacity: Self.digits)
        unsafe text.initialize(repeating: 0x30, count: Self.digits)
        var generator = SystemRandomNumberGenerator()
        counter = generator.next()
    }

    deinit {
        unsafe text.deallocate()
    }

    /// A new identifier. Valid until the next call.
    mutating func next() -> ByteView {
        counter &+= 0x9e37_79b9_7f4a_7c15
        // SplitMix64: a bijection of the counter, so no two are equal before 2^64.
        var value = counter
        value = (value ^ (value &>> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value &>> 27)) &* 0x94d0_49bb_1331_11eb
        value ^= value &>> 31
        let bytes = unsafe UnsafeMutableRawPointer(text)
        unsafe bytes.storeBytes(of: Self.hex(UInt32(truncatingIfNeeded: value)), as: UInt64.self)
        unsafe bytes.storeBytes(
            of: Self.hex(UInt32(truncatingIfNeeded: value &>> 32)),
            toByteOffset: 8,
            as: UInt64.self
        )
        return unsafe ByteView(start: text, count: Self.digits)
    }

    /// Eight hexadecimal digits in eight bytes, all at once.
    private static func hex(_ value: UInt32) -> UInt64 {
        var nibbles = UInt64(value)
        nibbles = (nibbles | nibbles &<< 16) & 0x0000_ffff_0000_ffff
        nibbles = (nibbles | nibbles &<< 8) & 0x00ff_00ff_00ff_00ff
        nibbles = (nibbles | nibbles &<< 4) & 0x0f0f_0f0f_0f0f_0f0f
        // 0x27 lies between "9" + 1 and "a".
        let letters = ((nibbles &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
        return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }
}
