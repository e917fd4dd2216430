public import Bytes
internal import CPNG

/// Reads PNG files: every colour type, depth and interlacing becomes 8-bit RGBA.
///
/// A sample `v` of 16 bits becomes (v + 128) div 257, one of fewer bits round(255 v / (2^bits − 1)); `tRNS` is compared
/// at the stored depth; a pixel with alpha 0 becomes 0,0,0,0. Values are sRGB as they stand: no gamma, no profile.
/// A damaged file is refused, whatever the damage: a wrong checksum never gives other pixels.
public enum PNGDecoder {
    /// The picture in `bytes`. Throws `.unreadable` or `.tooLarge`; needs width × height × 4 bytes of memory.
    public static func decode(_ bytes: ByteView, limits: PNGLimits = .default) throws(ImageError) -> Bitmap {
        let structure = try PNGStructure(checking: bytes, limits: limits)
        var rgba = [UInt8](repeating: 0, count: structure.width * structure.height * 4)
        if let reason = fill(&rgba, from: bytes, structure) { throw .unreadable(reason: reason, offset: nil) }
        clearTransparent(&rgba)
        return Bitmap(checkedWidth: structure.width, height: structure.height, rgba: rgba)
    }

    /// Decodes into `rgba`; nil, or why that failed.
    private static func fill(_ rgba: inout [UInt8], from bytes: ByteView, _ structure: PNGStructure) -> String? {
        var reason = [CChar](repeating: 0, count: 200)
        let done = unsafe rgba.withUnsafeMutableBufferPointer { pixels in
            unsafe reason.withUnsafeMutableBufferPointer { reason in
                unsafe bytes.withUnsafeBytes { bytes in
                    // cpng_decode writes width × height × 4 bytes and a sentence of at most 200, and keeps no pointer.
                    unsafe cpng_decode(
                        bytes.baseAddress,
                        bytes.count,
                        UInt32(structure.width),
                        UInt32(structure.height),
                        pixels.baseAddress,
                        reason.baseAddress,
                        reason.count
                    )
                }
            }
        }
        guard done == 0 else { return nil }
        let sentence = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "the PNG is damaged: " + String(decoding: sentence, as: UTF8.self)
    }

    private static func clearTransparent(_ rgba: inout [UInt8]) {
        for offset in stride(from: 0, to: rgba.count, by: 4) where rgba[offset + 3] == 0 {
            rgba[offset] = 0
            rgba[offset + 1] = 0
            rgba[offset + 2] = 0
        }
    }
}
