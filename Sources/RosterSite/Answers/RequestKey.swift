internal import Bytes
internal import Glibc

/// What a kept answer was asked by: the bytes of the request as they came, nothing decoded.
struct RequestKey {
    /// The path, percent-encoded, without the base path.
    let path: ByteView
    let query: ByteView
    let prefix: ByteView
    /// Language, coding, and whether there is a question mark.
    let variant: UInt8
    /// A hash of all of it that nobody outside can foresee.
    let hash: UInt64

    init(path: ByteView, query: ByteView, hasQuery: Bool, prefix: ByteView, language: Int, coding: UInt8) {
        self.path = path
        self.query = query
        self.prefix = prefix
        variant = UInt8(truncatingIfNeeded: language) << 3 | (hasQuery ? 4 : 0) | coding & 3
        var hash = SecretHash(UInt64(variant))
        hash.add(path)
        hash.add(query)
        hash.add(prefix)
        self.hash = hash.value
    }

    /// Whether `kept` holds the bytes of this key, see `append(to:)`.
    func matches(_ kept: ByteView, pathCount: UInt32, queryCount: UInt32, variant: UInt8) -> Bool {
        guard variant == self.variant, path.count == Int(pathCount), query.count == Int(queryCount),
            kept.count == path.count + query.count + prefix.count
        else { return false }
        return path.hasSameBytes(kept.prefix(path.count))
            && query.hasSameBytes(kept[path.count..<path.count + query.count])
            && prefix.hasSameBytes(kept.dropFirst(path.count + query.count))
    }

    /// Path, query and prefix, one after the other.
    func append(to out: inout OutputBuffer) {
        out.append(path)
        out.append(query)
        out.append(prefix)
    }
}

/// A hash for tables that strangers fill: eight bytes at a time, multiplied with numbers drawn when the process starts.
struct SecretHash {
    private static let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

    private(set) var value: UInt64
    private let factor: UInt64

    /// Begins with a number that belongs to what is hashed.
    init(_ number: UInt64 = 0) {
        let secret = Self.secret
        value = secret.0 ^ number
        factor = secret.1
    }

    /// Adds bytes and how many they are.
    mutating func add(_ bytes: ByteView) {
        let count = bytes.count
        mix(UInt64(truncatingIfNeeded: count))
        unsafe bytes.withUnsafeBytes { buffer in
            var index = 0
            while index &+ 8 <= count {
                unsafe mix(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index &+= 8
            }
            guard index < count else { return }
            if count >= 8 {
                unsafe mix(buffer.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            } else {
                var rest: UInt64 = 0
                while index < count {
                    rest = unsafe rest << 8 | UInt64(buffer[index])
                    index &+= 1
                }
                mix(rest)
            }
        }
    }

    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: factor)
        value = product.high ^ product.low &+ word
    }
}

extension ByteView {
    /// Whether both hold the same bytes, compared in blocks.
    func hasSameBytes(_ other: ByteView) -> Bool {
        // Sound: both are as long.
        unsafe count == other.count && memcmp(pointer, other.pointer, count) == 0
    }
}
