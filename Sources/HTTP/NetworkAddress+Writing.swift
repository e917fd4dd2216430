public import Bytes

extension OutputBuffer {
    /// Writes an address without its port: IPv6 in the form of RFC 5952, without brackets; `unix:`, or `-` when not known.
    public mutating func append(_ address: NetworkAddress) {
        switch address.family {
        case .unknown: append("-")
        case .unix: append("unix:")
        case .ip4:
            for shift in stride(from: 24, through: 0, by: -8) {
                append(decimal: Int(address.low >> shift & 255))
                if shift > 0 { append(UInt8(ascii: ".")) }
            }
        case .ip6: appendIP6(address)
        }
    }

    private mutating func appendIP6(_ address: NetworkAddress) {
        let gap = Self.longestZeros(in: address)
        var index = 0
        while index < 8 {
            if index == gap.lowerBound, gap.count > 1 {
                append(index == 0 ? "::" : ":")
                index = gap.upperBound
                continue
            }
            append(hex: Self.group(index, of: address))
            index += 1
            if index < 8 { append(UInt8(ascii: ":")) }
        }
    }

    private mutating func append(hex group: UInt16) {
        var isLeading = true
        for shift in stride(from: 12, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: group >> shift & 15)
            if digit == 0, isLeading, shift > 0 { continue }
            isLeading = false
            append(ASCII.hexDigit(digit))
        }
    }

    private static func group(_ index: Int, of address: NetworkAddress) -> UInt16 {
        let half = index < 4 ? address.high : address.low
        return UInt16(truncatingIfNeeded: half >> UInt64(48 - index % 4 * 16))
    }

    private static func longestZeros(in address: NetworkAddress) -> Range<Int> {
        var (best, start) = (8..<8, 0)
        for index in 0...8 where index == 8 || group(index, of: address) != 0 {
            if index - start > best.count { best = start..<index }
            start = index + 1
        }
        return best
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// The address without its port.
    public var description: String {
        var buffer = OutputBuffer(capacity: 48)
        buffer.append(self)
        return buffer.view.string
    }
}
