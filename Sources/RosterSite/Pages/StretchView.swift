internal import Bytes
internal import Images
internal import Mustache

/// One picture and the browser's own drawing of the same numbers.
struct StretchSample: Sendable {
    static let schema = TemplateSchema("sample") { schema in
        schema.text("id", "The part of the style sheet that draws it.")
        schema.url("src", "The picture, below the root.")
        schema.text("caption", "What was done, in numbers.")
        schema.text("title", "The text in the middle; empty without.")
        schema.number("width", "Points.")
        schema.number("height", "Points.")
        schema.text("error", "Why there is no picture, in English; else empty.")
    }
    static let slots = StretchSample()

    private let id, src, caption, title, width, height, error: TemplateSlot

    private init() {
        let schema = Self.schema
        id = schema["id"]
        src = schema["src"]
        caption = schema["caption"]
        title = schema["title"]
        width = schema["width"]
        height = schema["height"]
        error = schema["error"]
    }

    func fill(
        _ record: TemplateRecord,
        _ sample: StretchView.Sample,
        _ context: PageContext,
        _ workshop: PictureWorkshop
    ) {
        let (scratch, form) = (context.scratch, sample.form)
        scratch.set(record, id, text: sample.id)
        scratch.set(record, title, text: sample.title)
        scratch.set(record, width, number: form.width)
        scratch.set(record, height, number: form.height)
        scratch.set(record, caption, text: Self.caption(form))
        guard let image = context.revision.snapshot.images.image(named: form.image) else {
            return scratch.set(record, error, text: "there is no picture '\(form.image)'")
        }
        guard let variant = image.variants.first(where: { $0.scale == form.scale }) else {
            return scratch.set(record, error, text: "there is no \(form.scale)x of '\(image.name)'")
        }
        do {
            _ = try workshop.quickImage(variant, caps: form.caps.insets)
        } catch {
            return scratch.set(record, self.error, text: "\(error)")
        }
        guard form.width * form.height * form.scale * form.scale <= PictureSize.pixels else {
            return scratch.set(record, error, text: "more than \(PictureSize.pixels) pixels")
        }
        let standard = context.revision.snapshot.settings.caps(of: image)
        let hash = context.revision.theme.assets.hash(ofImage: variant)
        scratch.write(record, src) { form.appendAddress(to: &$0, hash: hash, standard: standard) }
    }

    private static func caption(_ form: StretchForm) -> String {
        let caps =
            switch form.mode {
            case .stretchable: "cap \(number(form.left)).\(number(form.top))"
            case .tile, .stretch:
                "insets \([form.top, form.left, form.bottom, form.right].map(number).joined(separator: " ")) \(form.mode)"
            }
        let mirrored = form.isMirrored ? ", mirrored" : ""
        return "\(form.image), \(form.width) × \(form.height) @\(form.scale)x, \(caps)\(mirrored)"
    }

    private static func number(_ value: Double) -> String { BorderImage.number(value) }
}

/// The page that shows what caps do.
struct StretchView: Sendable {
    static let schema = TemplateSchema("stretch") { schema in
        Shell.declare(&schema)
        schema.list("samples", of: StretchSample.schema, "The pictures.")
        schema.list("images", of: FormOption.schema, "The names to choose from.")
        schema.number("width", "Points.")
        schema.number("height", "Points.")
        schema.list("modes", of: FormOption.schema, "The modes to choose from.")
        schema.list("scales", of: FormOption.schema, "The scales to choose from.")
        for side in ["top", "left", "bottom", "right"] { schema.text(side, "Points.") }
        schema.flag("mirrored", "Whether the picture is mirrored.")
    }
    static let slots = StretchView()

    /// One picture of the page.
    struct Sample {
        var id: String
        var form: StretchForm
        var title = ""
    }

    private let shell: Shell
    private let samples, images, width, height, modes, scales, top, left, bottom, right, mirrored: TemplateSlot

    private init() {
        let schema = Self.schema
        shell = Shell(schema)
        samples = schema["samples"]
        images = schema["images"]
        width = schema["width"]
        height = schema["height"]
        modes = schema["modes"]
        scales = schema["scales"]
        top = schema["top"]
        left = schema["left"]
        bottom = schema["bottom"]
        right = schema["right"]
        mirrored = schema["mirrored"]
    }

    /// The two originals, and what was asked for before them: half the width and 0.6 or 0.5 of the height, cut as UIKit's
    /// integer parameters cut them.
    static func samples(_ form: StretchForm, _ images: ImageIndex) -> [Sample] {
        var originals: [Sample] = []
        for (id, width, height, share, title) in [("a", 250, 200, 0.6, "rsdrwerwerwerwer"), ("b", 100, 60, 0.5, "")] {
            var original = StretchForm()
            (original.width, original.height) = (width, height)
            if let image = images.image(named: original.image) {
                original.left = (Double(image.width) * 0.5).rounded(.towardZero)
                original.top = (Double(image.height) * share).rounded(.towardZero)
            }
            originals.append(Sample(id: id, form: original, title: title))
        }
        return form.isAsked ? [Sample(id: "q", form: form)] + originals : originals
    }

    /// The page's values; `query` is the form's, spelled as it came.
    func fill(_ form: StretchForm, query: ByteView, _ context: PageContext, _ workshop: PictureWorkshop)
        -> TemplateRecord
    {
        let scratch = context.scratch
        let record = scratch.record(Self.schema)
        var title = context.strings["stretchTitle"]
        title.withUTF8 { unsafe context.fill(record, shell, title: ByteView(UnsafeRawBufferPointer($0))) }
        scratch.set(record, shell.wide, flag: true)
        scratch.write(record, shell.sheet) { out in
            out.append("stretch.css")
            if !query.isEmpty { out.append("?") }
            out.append(query)
        }
        let all = Self.samples(form, context.revision.snapshot.images)
        let records = scratch.records(StretchSample.schema, count: all.count)
        for (index, sample) in all.enumerated() { StretchSample.slots.fill(records[index], sample, context, workshop) }
        scratch.set(record, samples, list: records)
        fillForm(record, form, context)
        return record
    }

    private func fillForm(_ record: TemplateRecord, _ form: StretchForm, _ context: PageContext) {
        let scratch = context.scratch
        let names = context.revision.snapshot.images.files.filter { $0.ending == ".png" && $0.width > 0 }.map(\.name)
        FormOption.fill(record, images, names.prefix(200).map { ($0, $0) }, chosen: form.image, in: scratch)
        let words = ["stretchable": "modeStretchable", "tile": "modeTile", "stretch": "modeStretch"]
        let offered = StretchForm.Mode.allCases.map {
            ($0.rawValue, context.strings[words[$0.rawValue] ?? $0.rawValue])
        }
        FormOption.fill(record, modes, offered, chosen: form.mode.rawValue, in: scratch)
        FormOption.fill(record, scales, (1...3).map { ("\($0)", "\($0)x") }, chosen: "\(form.scale)", in: scratch)
        scratch.set(record, width, number: form.width)
        scratch.set(record, height, number: form.height)
        scratch.set(record, top, text: BorderImage.number(form.top))
        scratch.set(record, left, text: BorderImage.number(form.left))
        scratch.set(record, bottom, text: BorderImage.number(form.bottom))
        scratch.set(record, right, text: BorderImage.number(form.right))
        scratch.set(record, mirrored, flag: form.isMirrored)
    }

    /// The style sheet that draws the samples with the browser's own means.
    static func styleSheet(_ form: StretchForm, _ revision: SiteRevision) -> String {
        var rules = ""
        for sample in samples(form, revision.snapshot.images) {
            guard let image = revision.snapshot.images.image(named: sample.form.image) else { continue }
            let declarations = BorderImage(image, sample.form.caps, revision.theme.assets, toRoot: "").declarations
            let mirror = sample.form.isMirrored ? ";transform:scaleX(-1)" : ""
            let size = "inline-size:\(sample.form.width)px;block-size:\(sample.form.height)px"
            rules += "#\(sample.id){\(size);\(declarations)\(mirror)}\n"
        }
        return rules
    }
}

/// One choice of a form's list.
struct FormOption: Sendable {
    static let schema = TemplateSchema("option") { schema in
        schema.text("value", "What the form sends.")
        schema.text("label", "What the reader sees.")
        schema.flag("chosen", "Whether it is chosen.")
    }

    /// Sets a list slot to `options`, pairs of value and label.
    static func fill(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        _ options: [(String, String)],
        chosen: String,
        in scratch: TemplateScratch,
    ) {
        let records = scratch.records(schema, count: options.count)
        for (index, option) in options.enumerated() {
            scratch.set(records[index], schema["value"], text: option.0)
            scratch.set(records[index], schema["label"], text: option.1)
            scratch.set(records[index], schema["chosen"], flag: option.0 == chosen)
        }
        scratch.set(record, slot, list: records)
    }
}
