internal import Images

/// One stretched picture: which file, and what is done with it.
struct PictureOrder: Sendable {
    /// What tells pictures apart.
    struct Key: Hashable, Sendable {
        let file: UInt64
        let scale: Int
        let caps: CapInsets
        let width: Int
        let height: Int
        let isMirrored: Bool
    }

    let variant: ImageFile.Variant
    let key: Key

    /// `variant` with `caps`, at `size`.
    init(_ variant: ImageFile.Variant, caps: CapInsets, size: PictureSize, isMirrored: Bool) {
        self.variant = variant
        key = Key(
            file: variant.hash,
            scale: variant.scale,
            caps: caps,
            width: size.width,
            height: size.height,
            isMirrored: isMirrored,
        )
    }

    /// How much work it may be, in pixels: those of the file, which may have to be decoded, and those of the picture.
    var cost: Int { variant.pixels + key.width * key.height * key.scale * key.scale }
}

extension ImageFile.Variant {
    /// Its size in pixels; 0 if the format is unknown.
    var pixels: Int {
        // The header says what it likes: the product may be no Int.
        let (product, overflow) = pixelWidth.multipliedReportingOverflow(by: pixelHeight)
        return overflow ? .max / 2 : product
    }
}
