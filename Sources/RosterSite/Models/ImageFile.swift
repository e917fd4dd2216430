internal import Bytes

/// One picture by the name `imageNamed:` would find it under, in all its scales.
final class ImageFile: Sendable {
    /// One file of a picture.
    struct Variant: Sendable {
        /// 1, 2 or 3: from `@2x`, `@3x` in the file's name.
        let scale: Int
        /// The file's name inside its folder, `faces/ada@2x.png`.
        let fileName: String
        /// Its size in pixels; 0 × 0 if the format is unknown.
        let pixelWidth: Int
        /// Its size in pixels; 0 × 0 if the format is unknown.
        let pixelHeight: Int
        /// What is in it.
        let bytes: SharedBytes
        /// When it was written, in seconds since 1970.
        let modified: Int
        /// A stable hash of `bytes`, for addresses that may be kept for ever.
        let hash: UInt64
    }

    /// The name without scale and ending, `faces/ada`.
    let name: String
    /// The ending with its dot, `.png`.
    let ending: String
    /// Its files by rising scale; at least one.
    let variants: [Variant]
    /// Its size in points, worked out from the smallest scale; 0 if the format is unknown.
    let width: Int
    /// Its size in points, worked out from the smallest scale; 0 if the format is unknown.
    let height: Int

    /// How addresses call the picture: without scale, and without its ending where `.png` is meant anyway.
    var address: String { ending == ".png" ? name : name + ending }

    /// A picture; `variants` must not be empty and rise in scale.
    init(name: String, ending: String, variants: [Variant]) {
        self.name = name
        self.ending = ending
        self.variants = variants
        let first = variants.first
        let scale = max(1, first?.scale ?? 1)
        width = ((first?.pixelWidth ?? 0) + scale - 1) / scale
        height = ((first?.pixelHeight ?? 0) + scale - 1) / scale
    }
}
