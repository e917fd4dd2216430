internal import Bytes

/// How keys of addresses are spelled: `[a-z][a-z0-9-]{0,22}[a-z0-9]`, never `all` or `none`.
///
/// Keys stand in addresses that people keep: what these rules make of a name must never change.
enum KeyRules {
    /// Long enough for most names, short enough for 64 of them in an address.
    static let longest = 24
    private static let shortest = 2

    /// Whether `key` may stand in an address.
    static func isKey(_ key: ByteView) -> Bool {
        guard (shortest...longest).contains(key.count), isSmallLetter(key[0]) else { return false }
        guard key[key.count - 1] != UInt8(ascii: "-"), !isReserved(key) else { return false }
        for index in 1..<key.count where !isInner(key[index]) { return false }
        return true
    }

    /// Whether `key` means something else in an address.
    static func isReserved(_ key: ByteView) -> Bool { key == ByteView("all") || key == ByteView("none") }

    /// Appends the key that `id`, given by the owner, stands for: itself if it is one, else a slug of it, with `id-`
    /// in front where a slug would begin with a digit, else a hash.
    static func appendKey(ofID id: ByteView, to buffer: inout OutputBuffer) {
        if isKey(id) { return buffer.append(id) }
        if appendSlug(of: id, prefix: "", to: &buffer) || appendSlug(of: id, prefix: "id-", to: &buffer) { return }
        appendHash(of: id, to: &buffer)
    }

    /// Appends the key that `name` gives: a slug of it if it can be written in ASCII, else a hash.
    static func appendKey(ofName name: ByteView, to buffer: inout OutputBuffer) {
        if appendSlug(of: name, prefix: "", to: &buffer) { return }
        appendHash(of: name, to: &buffer)
    }

    /// Makes the key that was written from `start` on the one of that number: 1 leaves it, 2 makes it end in `-2`.
    static func appendNumber(_ number: UInt32, toKeyAt start: Int, of buffer: inout OutputBuffer) {
        guard number > 1 else { return }
        let end = buffer.count
        buffer.append(UInt8(ascii: "-"))
        buffer.append(decimal: Int(number))
        let digits = end..<buffer.count
        // A long key is cut, so that the number has room.
        var cut = min(end, start + longest - digits.count)
        while cut > start, buffer.view[cut - 1] == UInt8(ascii: "-") { cut -= 1 }
        buffer.remove(cut..<end)
    }

    /// Appends `g` and 5 base32 digits of the hash of `text` in NFC.
    static func appendHash(of text: ByteView, to buffer: inout OutputBuffer) {
        let start = buffer.count
        UnicodeText.appendNFC(text, to: &buffer)
        let hash = StableHash.of(buffer.view.dropFirst(start))
        buffer.truncate(to: start)
        // The high bits of FNV-1a are folded onto the low ones, as its authors advise for fewer than 64.
        var bits = hash ^ (hash >> 25) ^ (hash >> 50)
        buffer.append(UInt8(ascii: "g"))
        for _ in 0..<5 {
            let digit = UInt8(truncatingIfNeeded: bits & 31)
            buffer.append(digit < 26 ? UInt8(ascii: "a") + digit : UInt8(ascii: "2") + digit - 26)
            bits >>= 5
        }
    }

    /// Appends `prefix` and `text` in small ASCII letters, digits and hyphens, without marks and symbols.
    ///
    /// Returns false and appends nothing if a letter or number of `text` has no such spelling, or if what comes out
    /// is no key for another reason than being reserved.
    private static func appendSlug(of text: ByteView, prefix: StaticString, to buffer: inout OutputBuffer) -> Bool {
        let start = buffer.count
        UnicodeText.appendFolded(text.prefix(longestSource), to: &buffer)
        let folded = start..<buffer.count
        buffer.append(prefix)
        let isSpelled = appendSlugLetters(of: folded, to: &buffer)
        buffer.truncate(to: folded.upperBound + longest)
        buffer.dropTrailingHyphens(from: folded.upperBound)
        let slug = buffer.view.dropFirst(folded.upperBound)
        guard isSpelled, isKey(slug) || isReserved(slug) else {
            buffer.truncate(to: start)
            return false
        }
        buffer.remove(folded)
        return true
    }

    /// A name longer than this can't be told from another by its first 24 letters anyway, and folding takes time.
    private static let longestSource = 1024

    /// Appends the letters of what stands at `folded`; false if one of them has no spelling in ASCII.
    private static func appendSlugLetters(of folded: Range<Int>, to buffer: inout OutputBuffer) -> Bool {
        let first = buffer.count
        var index = folded.lowerBound
        while index < folded.upperBound {
            let byte = buffer.view[index]
            if byte >= 0x80 {
                let (scalar, length) = buffer.view.scalar(at: index)
                guard !UnicodeText.isAlphanumeric(scalar) else { return false }
                index += length
            } else {
                index += 1
                if isSmallLetter(byte) || ASCII.isDigit(byte) {
                    buffer.append(byte)
                    continue
                }
                // An apostrophe joins: O'Dell is odell, not o-dell.
                if byte == UInt8(ascii: "'") { continue }
            }
            let isInside = buffer.count > first && buffer.view[buffer.count - 1] != UInt8(ascii: "-")
            if isInside { buffer.append(UInt8(ascii: "-")) }
        }
        return buffer.count > first
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

    private static func isInner(_ byte: UInt8) -> Bool {
        isSmallLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
    }
}

extension OutputBuffer {
    /// Takes hyphens at the end off, as far as `start`.
    mutating func dropTrailingHyphens(from start: Int) {
        while count > start, view[count - 1] == UInt8(ascii: "-") { truncate(to: count - 1) }
    }
}

extension ByteView {
    /// The Unicode scalar whose UTF-8 begins at `index`, which must be in range, and how many bytes it takes.
    ///
    /// Bytes that are not UTF-8 count as U+FFFD, one by one.
    func scalar(at index: Int) -> (scalar: UInt32, length: Int) {
        guard let length = scalarLength(at: index) else { return (0xFFFD, 1) }
        let lead = UInt32(self[index])
        var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
        for offset in 1..<max(1, length) { scalar = scalar << 6 | UInt32(self[index + offset] & 0x3F) }
        return (scalar, length)
    }
}
