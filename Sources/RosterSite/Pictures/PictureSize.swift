internal import Bytes

/// The last part of a stretched picture's address: `250x200@2x.png`.
struct PictureSize: Equatable {
    /// Points.
    var width, height: Int
    /// Pixels in a point.
    var scale = 1

    /// The longest side in points.
    static let side = 2048
    /// The largest picture in pixels: 2048 × 2048 at 1x, 16 MiB while it is drawn the general way.
    static let pixels = 4 * 1024 * 1024

    /// Why a size is refused.
    enum Refusal: Error, Equatable {
        /// It is not written like a size at all.
        case malformed
        /// It is too small or too large.
        case bounds
    }

    /// Reads `file`; other spellings of the same size are read too.
    init(_ file: ByteView) throws(Refusal) {
        let ending = ByteView(".png")
        guard file.count > ending.count, file.dropFirst(file.count - ending.count).equalsIgnoringCase(ending) else {
            throw .malformed
        }
        var size = file.prefix(file.count - ending.count)
        if let at = size.firstIndex(of: UInt8(ascii: "@")) {
            let scales: [StaticString] = ["@1x", "@2x", "@3x"]
            guard let place = scales.firstIndex(where: { size.dropFirst(at).equalsIgnoringCase(ByteView($0)) }) else {
                throw .malformed
            }
            scale = place + 1
            size = size.prefix(at)
        }
        guard let cross = size.firstIndex(of: UInt8(ascii: "x")), let width = size.prefix(cross).decimal,
            let height = size.dropFirst(cross + 1).decimal
        else { throw .malformed }
        guard 1...Self.side ~= width, 1...Self.side ~= height, width * height * scale * scale <= Self.pixels else {
            throw .bounds
        }
        (self.width, self.height) = (width, height)
    }

    /// Writes the one spelling.
    func append(to out: inout OutputBuffer) {
        out.append(decimal: width)
        out.append("x")
        out.append(decimal: height)
        if scale > 1 {
            out.append("@")
            out.append(decimal: scale)
            out.append("x")
        }
        out.append(".png")
    }
}
