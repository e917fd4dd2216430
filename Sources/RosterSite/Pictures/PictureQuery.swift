internal import Bytes
internal import HTTP
internal import Images

/// The query of a stretched picture's address: which caps, and whether it is mirrored.
struct PictureQuery: Equatable {
    /// The caps asked for; nil: those of `Site.plist`, else none.
    var caps: Caps?
    var isMirrored = false

    /// Why a query is refused.
    enum Refusal: Error, Equatable {
        /// 400: the encoding is broken.
        case malformed
        /// 422: the caps are not written as caps; the sentence says what was expected.
        case caps(String)
    }

    /// A query for these caps.
    init(caps: Caps?, isMirrored: Bool) {
        self.caps = caps
        self.isMirrored = isMirrored
    }

    /// What was written in `cap`, `insets`, `mode` and `mirror`; the first of each counts.
    private struct Parts {
        var cap, insets, mode, mirror: [UInt8]?
    }

    /// Reads `query`, raw. Parameters it does not know are passed over.
    init(_ query: ByteView) throws(Refusal) {
        let parts = try Self.parts(of: query)
        switch parts.mirror {
        case nil, []?, [UInt8(ascii: "0")]?: isMirrored = false
        case [UInt8(ascii: "1")]?: isMirrored = true
        case let other?: throw .caps("mirror is '\(Self.text(other))', not 0 or 1")
        }
        guard parts.cap == nil || parts.insets == nil else { throw .caps("either cap or insets, not both") }
        if let cap = parts.cap {
            let numbers = Self.numbers(cap)
            guard numbers.count == 2 else {
                throw .caps("cap is '\(Self.text(cap))', not two lengths in points: cap=LEFT.TOP")
            }
            caps = .stretchable(left: numbers[0].rounded(.towardZero), top: numbers[1].rounded(.towardZero))
        } else if let insets = parts.insets {
            let numbers = Self.numbers(insets)
            guard numbers.count == 4 else {
                throw .caps(
                    "insets is '\(Self.text(insets))', not four lengths in points: insets=TOP.LEFT.BOTTOM.RIGHT"
                )
            }
            caps = try Self.insets(numbers, mode: parts.mode ?? [])
        }
    }

    private static func insets(_ numbers: [Double], mode: [UInt8]) throws(Refusal) -> Caps {
        switch text(mode) {
        case "", "tile": .tiled(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
        case "stretch": .stretched(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
        default: throw .caps("mode is '\(text(mode))', not tile or stretch")
        }
    }

    private static func parts(of query: ByteView) throws(Refusal) -> Parts {
        var parts = Parts()
        var parameters = Query(query)
        var value = OutputBuffer(capacity: 64)
        while let (name, raw) = parameters.next() {
            value.removeAll()
            guard FormText.decode(raw, into: &value) else { throw .malformed }
            let text = value.view.array
            if name == ByteView("cap") { parts.cap = parts.cap ?? text }
            if name == ByteView("insets") { parts.insets = parts.insets ?? text }
            if name == ByteView("mode") { parts.mode = parts.mode ?? text }
            if name == ByteView("mirror") { parts.mirror = parts.mirror ?? text }
        }
        return parts
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(60), as: UTF8.self) }

    /// The lengths between dots, which must be whole then, or between commas; empty if one of them is none.
    private static func numbers(_ bytes: [UInt8]) -> [Double] {
        let separator = bytes.contains(UInt8(ascii: ",")) ? UInt8(ascii: ",") : UInt8(ascii: ".")
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return [] }
        let numbers = parts.compactMap(number)
        return numbers.count == parts.count ? numbers : []
    }

    /// A decimal number without exponent. A minus is read, so that the message can say what is wrong with it.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
        guard !digits.isEmpty, digits.count <= 12, digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1,
            digits.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// Writes the one spelling, without `?`; nothing for the caps of `standard` as it is.
    func append(to out: inout OutputBuffer, standard: Caps?) {
        let start = out.count
        if let caps, caps != standard { Self.append(caps, to: &out) }
        guard isMirrored else { return }
        if out.count > start { out.append("&") }
        out.append("mirror=1")
    }

    private static func append(_ caps: Caps, to out: inout OutputBuffer) {
        switch caps {
        case .stretchable(let left, let top):
            out.append("cap=")
            append([left, top], to: &out)
        case .tiled(let top, let left, let bottom, let right):
            out.append("insets=")
            append([top, left, bottom, right], to: &out)
        case .stretched(let top, let left, let bottom, let right):
            out.append("insets=")
            append([top, left, bottom, right], to: &out)
            out.append("&mode=stretch")
        }
    }

    private static func append(_ lengths: [Double], to out: inout OutputBuffer) {
        let areWhole = lengths.allSatisfy { $0 == $0.rounded() }
        for (place, length) in lengths.enumerated() {
            if place > 0 { out.append(areWhole ? "." : ",") }
            if length < 0 { out.append("-") }
            out.append(BorderImage.number(abs(length)))
        }
    }
}

extension Caps {
    /// The same caps as the drawing code takes them.
    var insets: CapInsets {
        switch self {
        case .stretchable(let left, let top): .stretchable(left: left, top: top)
        case .tiled(let top, let left, let bottom, let right):
            .resizable(top: top, left: left, bottom: bottom, right: right, mode: .tile)
        case .stretched(let top, let left, let bottom, let right):
            .resizable(top: top, left: left, bottom: bottom, right: right, mode: .stretch)
        }
    }
}
