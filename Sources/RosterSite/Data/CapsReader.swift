internal import Bytes
internal import PropertyList

/// Reads caps: `cap` = left, top; or `insets` = top, left, bottom, right with `mode` = tile or stretch; in points.
enum CapsReader {
    /// The caps in `value`, a dictionary; nil without any, and with a warning for what is wrong or does not fit `image`.
    static func read(
        _ value: PropertyListValue,
        of image: ImageFile?,
        alsoKnown: [String] = [],
        at path: PropertyListKeyPath,
        _ log: inout WarningLog
    ) -> Caps? {
        guard value.kind == .dictionary else {
            log.add("expected a dictionary with 'cap' or 'insets'", at: value, path, kind: "caps kind")
            return nil
        }
        let known = ["cap", "insets", "mode"] + alsoKnown
        for (key, inner) in value.entries where !known.contains(key.string) {
            log.unknownSetting(key.string, among: known, inner, at: path.appending(key: key.string))
        }
        if let cap = value["cap"] {
            let place = path.appending(key: "cap")
            let caps = lengths(cap, 2, "left, top", at: place, &log).map {
                Caps.stretchable(left: $0[0], top: $0[1])
            }
            return fitting(caps, image, cap, at: place, &log)
        }
        guard let insets = value["insets"] else { return nil }
        let modePath = path.appending(key: "mode")
        let mode = value["mode"].flatMap { log.choice($0, of: ["tile", "stretch"], at: modePath) }
        let place = path.appending(key: "insets")
        let caps = lengths(insets, 4, "top, left, bottom, right", at: place, &log).map {
            mode == "stretch"
                ? Caps.stretched(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
                : Caps.tiled(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
        }
        return fitting(caps, image, insets, at: place, &log)
    }

    /// `caps` if they fit `image`; else nil and a warning that says what would.
    private static func fitting(
        _ caps: Caps?,
        _ image: ImageFile?,
        _ value: PropertyListValue,
        at path: PropertyListKeyPath,
        _ log: inout WarningLog
    ) -> Caps? {
        guard let caps, let image, !caps.fit(image) else { return caps }
        let (width, height) = (image.width, image.height)
        let hint =
            if case .stretchable = caps {
                "left is at most \(max(0, width - 1)), top at most \(max(0, height - 1))"
            } else {
                "left and right are at most \(width) together, top and bottom at most \(height)"
            }
        log.add(
            "these caps do not fit the picture '\(image.name)' of \(width) × \(height) points: the default is used",
            hint: hint,
            at: value,
            path,
            kind: "caps fit"
        )
        return nil
    }

    /// `count` lengths, as an array of numbers or a string with commas.
    private static func lengths(
        _ value: PropertyListValue,
        _ count: Int,
        _ names: StaticString,
        at path: PropertyListKeyPath,
        _ log: inout WarningLog
    ) -> [Double]? {
        var numbers: [Double] = []
        if let text = value.text {
            numbers = text.string.split(separator: ",").compactMap { Double($0.drop { $0 == " " }) }
        } else {
            numbers = value.elements.compactMap { $0.real ?? $0.integer.map(Double.init) }
        }
        // As large as the largest picture Roster stretches; NaN is in no range.
        if numbers.count == count, numbers.allSatisfy({ (0...2048).contains($0) }) { return numbers }
        log.add("expected \(count) lengths from 0 to 2048 points: \(names)", at: value, path, kind: "lengths")
        return nil
    }
}

extension WarningLog {
    /// The string of a setting; nil and a warning for another kind.
    mutating func string(_ value: PropertyListValue, at path: PropertyListKeyPath) -> String? {
        if let text = value.text { return text.isEmpty ? nil : text.string }
        add("expected a string, found \(value.kind.phrase)", at: value, path, kind: "setting kind")
        return nil
    }

    /// One of `names`; nil and a warning that names them for anything else.
    mutating func choice(_ value: PropertyListValue, of names: [String], at path: PropertyListKeyPath) -> String? {
        let text = value.text?.string
        if let text, names.contains(text) { return text }
        let near = text.flatMap { NearestName.of($0, among: names) }
        add(
            "expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), found \(ScalarText.found(value))",
            hint: near.map { "did you mean '\($0)'?" },
            at: value,
            path,
            kind: "setting choice"
        )
        return nil
    }

    /// A whole number in `range`; nil and a warning for anything else.
    mutating func number(
        _ value: PropertyListValue,
        in range: ClosedRange<Int>,
        at path: PropertyListKeyPath,
        or word: String? = nil
    ) -> Int? {
        if let number = ScalarText.integer(value), range.contains(number) { return number }
        let other = word.map { " or '\($0)'" } ?? ""
        add(
            "expected a number from \(range.lowerBound) to \(range.upperBound)\(other), found \(ScalarText.found(value))",
            at: value,
            path,
            kind: "setting number"
        )
        return nil
    }

    /// Warns about a setting that names a picture which is not there.
    mutating func missingPicture(
        _ name: String,
        in images: ImageIndex,
        _ consequence: String,
        at value: PropertyListValue,
        _ path: PropertyListKeyPath
    ) {
        let near = NearestName.of(name, among: images.files.lazy.map(\.name))
        add(
            "there is no picture '\(name)' in the image folders: \(consequence)",
            hint: near.map { "did you mean '\($0)'?" },
            at: value,
            path,
            kind: "missing picture"
        )
    }

    /// Warns about a key of `Site.plist` that means nothing.
    mutating func unknownSetting(
        _ key: String,
        among known: [String],
        _ value: PropertyListValue,
        at path: PropertyListKeyPath
    ) {
        let near = NearestName.of(key, among: known)
        add(
            "unknown setting '\(key)'",
            hint: near.map { "did you mean '\($0)'?" } ?? "expected one of \(known.joined(separator: ", "))",
            at: value,
            path,
            kind: "unknown setting \(key)"
        )
    }
}
