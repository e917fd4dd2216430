internal import Bytes
internal import Glibc

extension ByteView {
    /// The index of the first NUL, or nil.
    var firstNUL: Int? {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let hit = unsafe memchr(base, 0, bytes.count) else { return nil }
            return unsafe UnsafeRawPointer(hit) - base
        }
    }
}
