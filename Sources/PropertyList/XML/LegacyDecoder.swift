internal import Bytes
internal import Glibc

/// Older encodings to UTF-8, strictly, by the C library's converter.
enum LegacyDecoder {
    static func decode(_ bytes: ByteView, from name: StaticString) -> DecodedText {
        var decoded = DecodedText(text: OutputBuffer(capacity: bytes.count + bytes.count / 2 + 64), fault: nil)
        guard let converter = Converter(from: name) else {
            decoded.fault = SourceFault(
                offset: 0,
                sentence: "this system has no converter for \(name)",
                hint: "save the file as UTF-8",
            )
            return decoded
        }
        let isShiftJIS = ByteView(name) == ByteView("Shift_JIS")
        var rest = bytes
        while !rest.isEmpty {
            let written = decoded.text.count
            let step = converter.step(&rest, into: &decoded.text)
            if isShiftJIS { restoreASCII(&decoded.text, from: written) }
            switch step {
            case .advanced: continue
            case .badByte:
                decoded.fault = SourceFault(
                    offset: decoded.text.count,
                    sentence: "the byte \(Hex.byte(rest[0])) is not \(name)",
                    hint: "is the file really in that encoding? Save it as UTF-8 to be sure",
                )
                return decoded
            case .cutOff:
                decoded.fault = SourceFault(
                    offset: decoded.text.count,
                    sentence: "the file ends in the middle of a \(name) character",
                    hint: "it may be cut off",
                )
                return decoded
            }
        }
        return decoded
    }

    /// The C library reads the bytes 0x5C and 0x7E of Shift_JIS as yen sign and overline (JIS X 0201). Files mean
    /// backslash and tilde, as the WHATWG Encoding Standard has it; no other byte gives these two characters.
    private static func restoreASCII(_ text: inout OutputBuffer, from start: Int) {
        let converted = text.view.dropFirst(start).array
        text.truncate(to: start)
        var index = 0
        while index < converted.count {
            if converted[index...].starts(with: [0xC2, 0xA5]) {
                text.append(UInt8(ascii: "\\"))
                index += 2
            } else if converted[index...].starts(with: [0xE2, 0x80, 0xBE]) {
                text.append(UInt8(ascii: "~"))
                index += 3
            } else {
                text.append(converted[index])
                index += 1
            }
        }
    }

    private enum Step {
        case advanced, badByte, cutOff
    }

    /// An open `iconv` conversion.
    @safe
    private struct Converter: ~Copyable {
        private let handle: iconv_t

        init?(from name: StaticString) {
            guard
                let handle = unsafe name.utf8Start.withMemoryRebound(
                    to: CChar.self,
                    capacity: name.utf8CodeUnitCount + 1,
                    { unsafe iconv_open("UTF-8", $0) }
                )
            else { return nil }
            // POSIX: (iconv_t)-1 is the error.
            guard Int(bitPattern: handle) != -1 else { return nil }
            unsafe self.handle = unsafe handle
        }

        deinit {
            _ = unsafe iconv_close(handle)
        }

        /// Converts up to 64 KiB of `rest` and drops what it took.
        borrowing func step(_ rest: inout ByteView, into text: inout OutputBuffer) -> Step {
            let room = 64 * 1024
            var result = Step.advanced
            var taken = 0
            unsafe text.append(room: room) { output in
                let (used, written, outcome) = unsafe convert(rest, output)
                (taken, result) = (used, outcome)
                return written
            }
            rest = rest.dropFirst(taken)
            return result
        }

        private borrowing func convert(
            _ input: ByteView,
            _ output: UnsafeMutableRawBufferPointer
        ) -> (taken: Int, written: Int, Step) {
            unsafe input.withUnsafeBytes { bytes in
                // iconv's prototype lacks a const: it does not write to its input.
                var from = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                    .assumingMemoryBound(to: CChar.self)
                var to = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (unread, room) = (bytes.count, output.count)
                let failed = unsafe iconv(handle, &from, &unread, &to, &room) == -1
                let code = errno
                let step: Step =
                    if failed, code == EILSEQ { .badByte } else if failed, code == EINVAL { .cutOff } else {
                        .advanced
                    }
                return (bytes.count - unread, output.count - room, step)
            }
        }
    }
}
