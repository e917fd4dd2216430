internal import Bytes
internal import CUnicode

/// Text as Unicode sees it, through ICU; any bytes are taken, what is not UTF-8 counts as U+FFFD.
enum UnicodeText {
    /// Appends `text` as searches compare it: without case, width, compatibility forms and marks.
    static func appendFolded(_ text: ByteView, to buffer: inout OutputBuffer) {
        unsafe append(text, to: &buffer, by: cunicode_fold)
    }

    /// Appends `text` in normal form C.
    static func appendNFC(_ text: ByteView, to buffer: inout OutputBuffer) {
        unsafe append(text, to: &buffer, by: cunicode_nfc)
    }

    /// `text` in normal form C.
    static func nfc(_ text: String) -> String {
        var source = OutputBuffer(capacity: 128)
        var result = OutputBuffer(capacity: 128)
        source.append(text)
        appendNFC(source.view, to: &result)
        return result.view.string
    }

    /// `text` as searches compare it.
    static func folded(_ text: String) -> String {
        var source = OutputBuffer(capacity: 128)
        var result = OutputBuffer(capacity: 128)
        source.append(text)
        appendFolded(source.view, to: &result)
        return result.view.string
    }

    /// Whether `scalar` is a letter or a number of any script.
    static func isAlphanumeric(_ scalar: UInt32) -> Bool { cunicode_is_alphanumeric(scalar) }

    /// Appends the pinyin of a Chinese character without tone, `v` for ü; nothing for any other character.
    ///
    /// The first call of a process takes about a tenth of a second: not on a request's way.
    static func appendPinyin(of scalar: UInt32, asSurname: Bool, to buffer: inout OutputBuffer) {
        unsafe buffer.append(room: 8) { room in
            // Sound: the function writes at most 7 bytes, and there is room for 8.
            guard let start = room.baseAddress else { return 0 }
            return unsafe cunicode_pinyin(scalar, asSurname, start.assumingMemoryBound(to: CChar.self))
        }
    }

    private typealias Conversion = (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int

    /// Calls `convert` with the room there is, and once more if it asked for more.
    private static func append(_ text: ByteView, to buffer: inout OutputBuffer, by convert: Conversion) {
        var room = text.count + 16
        for _ in 0..<2 {
            var length = 0
            unsafe buffer.append(room: room) { out in
                length = unsafe text.withUnsafeBytes { source in
                    // Sound: `convert` reads `source.count` bytes and writes at most `out.count`.
                    unsafe convert(
                        source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        source.count,
                        out.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        out.count
                    )
                }
                return length >= 0 && length <= room ? length : 0
            }
            guard length > room else { return }
            room = length
        }
    }
}
