internal import Bytes
internal import HTTP

/// What the form of `/stretch` asks for; what it does not say, or says wrongly, is as in the first original.
struct StretchForm: Equatable {
    /// How the caps are meant.
    enum Mode: String, CaseIterable {
        case stretchable, tile, stretch
    }

    var image = "chatfrom_bg_normal"
    var width = 250
    var height = 200
    var mode = Mode.stretchable
    /// Points; the last two are for resizable pictures only.
    var top = 27.0
    var left = 27.0
    var bottom = 17.0
    var right = 27.0
    var scale = 1
    var isMirrored = false
    /// Whether the query said anything.
    private(set) var isAsked = false

    /// The form before anything was asked.
    init() {}

    /// Reads a raw query; nil if its encoding is broken.
    init?(_ query: ByteView) {
        var parameters = Query(query)
        var value = OutputBuffer(capacity: 64)
        while let (name, raw) = parameters.next() {
            value.removeAll()
            guard FormText.decode(raw, into: &value) else { return nil }
            read(name.string, value.view.prefix(100).string)
        }
    }

    private mutating func read(_ name: String, _ value: String) {
        isAsked = true
        switch name {
        case "image": image = value
        case "w": width = Self.side(value) ?? width
        case "h": height = Self.side(value) ?? height
        case "mode": mode = Mode(rawValue: value) ?? mode
        case "top": top = Self.length(value) ?? top
        case "left": left = Self.length(value) ?? left
        case "bottom": bottom = Self.length(value) ?? bottom
        case "right": right = Self.length(value) ?? right
        case "scale": scale = Int(value).flatMap { 1...3 ~= $0 ? $0 : nil } ?? scale
        case "mirror": isMirrored = value == "1"
        default: break
        }
    }

    private static func side(_ text: String) -> Int? { Int(text).flatMap { 1...PictureSize.side ~= $0 ? $0 : nil } }

    private static func length(_ text: String) -> Double? {
        guard text.utf8.count <= 8, text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return Double(text)
    }

    /// The caps that the form describes.
    var caps: Caps {
        switch mode {
        case .stretchable:
            .stretchable(left: left.rounded(.towardZero), top: top.rounded(.towardZero))
        case .tile: .tiled(top: top, left: left, bottom: bottom, right: right)
        case .stretch: .stretched(top: top, left: left, bottom: bottom, right: right)
        }
    }

    /// Writes the address of the picture below the site's root, with the hash of its file so that it may be kept.
    func appendAddress(to out: inout OutputBuffer, hash: String, standard: Caps?) {
        if !hash.isEmpty {
            out.append("assets/")
            out.append(hash)
            out.append("/")
        }
        out.append("images/")
        out.append(Asset.encode(image))
        out.append("/")
        let size = "\(width)x\(height)\(scale > 1 ? "@\(scale)x" : "").png"
        out.append(size)
        out.append("?")
        let start = out.count
        PictureQuery(caps: caps, isMirrored: isMirrored).append(to: &out, standard: standard)
        if out.count == start { out.truncate(to: start - 1) }
    }
}
