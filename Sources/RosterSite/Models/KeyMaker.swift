internal import Bytes

/// Gives each section or friend of a page a key of its own: the first one who wants a key gets it, the next `-2`, and
/// so on.
///
/// Which it got is told by a number: 1 for the key as it was wanted, else the number behind the hyphen. So a key need
/// not be kept where it can be made again. Takes about thirty bytes a key while a page is read, nothing after.
struct KeyMaker: ~Copyable {
    private var keys = TextPoolBuilder()
    /// How often each key of the pool was asked for: where the search for a free number goes on.
    private var uses: [UInt32] = [0]

    /// The place of `key`, spelled as `KeyRules` says, for `claim`.
    mutating func place(of key: ByteView) -> TextPool.Number {
        let place = keys.number(of: key)
        while uses.count < keys.count { uses.append(0) }
        return place
    }

    /// Gives away the key at `place`, or the first of its `-2`, `-3` … that is free, and says which.
    ///
    /// `all` and `none` are never free.
    mutating func claim(_ place: TextPool.Number) -> UInt32 {
        let index = Int(place)
        if uses[index] == 0, !KeyRules.isReserved(keys[place]) {
            uses[index] = 1
            return 1
        }
        var number = max(2, uses[index] + 1)
        var candidate = OutputBuffer(capacity: 32)
        while true {
            candidate.removeAll()
            candidate.append(keys[place])
            KeyRules.appendNumber(number, toKeyAt: 0, of: &candidate)
            let numbered = self.place(of: candidate.view)
            if uses[Int(numbered)] == 0 {
                uses[Int(numbered)] = 1
                break
            }
            number += 1
        }
        uses[index] = number
        return number
    }

    /// Gives away `wanted` or the first free one with a number, puts it into `text` and returns its place there.
    mutating func claim(_ wanted: ByteView, in text: inout ByteArena) -> ByteRange {
        let number = claim(place(of: wanted))
        var key = OutputBuffer(capacity: 32)
        key.append(wanted)
        KeyRules.appendNumber(number, toKeyAt: 0, of: &key)
        return text.add(key.view)
    }

    /// Whether `key` was given away.
    mutating func isTaken(_ key: ByteView) -> Bool { uses[Int(place(of: key))] > 0 }
}
