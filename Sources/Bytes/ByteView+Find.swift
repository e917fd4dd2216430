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

    /// Sets `bit` in the mark of each text in which `sought` stands, and says whether there is one: one pass.
    ///
    /// This view holds texts one behind the other; `starts` says where each begins and then where the last ends. With
    /// `ignoringCase` capitals of ASCII in the texts count as small letters; `sought` must hold none. Does nothing
    /// unless there is a mark for each text and `starts` rise from 0 to the end of this view.
    public func mark(
        _ bit: UInt8,
        textsWith sought: ByteView,
        ignoringCase: Bool = false,
        starts: [UInt32],
        in marks: inout [UInt8]
    ) -> Bool {
        let texts = starts.count - 1
        guard texts > 0, marks.count >= texts, starts[0] == 0, Int(starts[texts]) == count else { return false }
        // Sound: the function reads the counted bytes only, and starts that rise lead to texts among them.
        return unsafe starts.withUnsafeBufferPointer { starts in
            unsafe marks.withUnsafeMutableBufferPointer { marks in
                guard let first = starts.baseAddress, let mark = marks.baseAddress else { return false }
                let ignores: Int32 = ignoringCase ? 1 : 0
                return unsafe cbytes_mark_texts(start, first, texts, sought.start, sought.count, ignores, mark, bit)
                    != 0
            }
        }
    }
}
