internal import CBytes

extension ByteView {
    /// The index of the first place at or after `from` where `sought` stands, or nil; an empty one stands everywhere.
    ///
    /// Sixteen places a step; a text that repeats both ends of `sought` everywhere costs up to their product.
    public func firstIndex(of sought: ByteView, from: Int = 0) -> Int? {
        let begin = min(max(0, from), count)
        let room = count - begin
        // Sound: the function reads the counted bytes only.
        let place = Int(bitPattern: unsafe UInt(cbytes_find(start + begin, room, sought.start, sought.count)))
        return place < room || sought.isEmpty ? begin + place : nil
    }
}
