public import Bytes

extension OutputBuffer {
    /// Writes `bytes` in base64 (RFC 4648 §4), without line breaks.
    public mutating func append(base64 bytes: ByteView) {
        Base64.encode(bytes, into: &self)
    }
}
