internal import Bytes
internal import Mustache

/// Where a picture's addresses go in a record: `src` and, where there are larger scales, `src2` and `src3`; and `sharp`,
/// which suits every screen where one address must do.
struct PictureSlots: Sendable {
    let src, src2, src3, sharp, initials, hue: TemplateSlot

    static func declare(_ schema: inout TemplateSchema.Builder) {
        schema.url("src", "The picture, below the root; empty if there is none.")
        schema.url("src2", "The picture in twice the size; empty if there is none.")
        schema.url("src3", "The picture in three times the size; empty if there is none.")
        schema.url("sharp", "The picture in the largest size there is, for a single address; empty if there is none.")
        schema.text("initials", "What stands for the picture if there is none.")
        schema.number("hue", "The colour behind the initials, 0 to 11.")
    }

    init(_ schema: TemplateSchema) {
        src = schema["src"]
        src2 = schema["src2"]
        src3 = schema["src3"]
        sharp = schema["sharp"]
        initials = schema["initials"]
        hue = schema["hue"]
    }

    /// Sets the addresses of `image`, or the initials of `name` without one.
    func fill(
        _ record: TemplateRecord,
        _ image: ImageFile?,
        name: ByteView,
        assets: AssetTable,
        in scratch: TemplateScratch
    ) {
        guard let image, let first = image.variants.first, let source = assets.address(ofImage: first) else {
            scratch.write(record, initials) { Initials.append(of: name, to: &$0) }
            scratch.set(record, hue, number: Initials.hue(of: name))
            return
        }
        scratch.write(record, src) { $0.append(source) }
        var largest = source
        for variant in image.variants.dropFirst() {
            guard let larger = assets.address(ofImage: variant) else { continue }
            scratch.write(record, variant.scale == 2 ? src2 : src3) { $0.append(larger) }
            largest = larger
        }
        scratch.write(record, sharp) { $0.append(largest) }
    }
}

extension AssetTable {
    /// The address below the site's root of one file of a picture.
    func address(ofImage variant: ImageFile.Variant) -> String? { address(of: "images/" + variant.fileName) }
}
