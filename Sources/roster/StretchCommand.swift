internal import Bytes
internal import Images

/// `roster stretch`: one stretched PNG.
struct StretchCommand {
    private let source: String
    private let output: String
    private let width: Int
    private let height: Int
    private let scale: Int
    private let caps: CapInsets
    private let isMirrored: Bool

    init(_ arguments: Arguments) throws {
        source = arguments.operands[0]
        guard let output = arguments.value("output") else { throw UsageError("-o OUT is missing: where to write to") }
        self.output = output
        (width, height) = try Self.size(arguments)
        scale = try arguments.integer("scale", in: 1...3) ?? Self.scale(inName: source)
        caps = try Self.caps(arguments)
        isMirrored = arguments.isOn("mirror")
    }

    func run() throws -> Int32 {
        let file = try read(source, limit: PNGLimits.default.fileBytes)
        var png = OutputBuffer()
        do throws(ImageError) {
            let image = try ResizableImage(bitmap: PNGDecoder.decode(file.view), scale: scale, caps: caps)
            try image.png(width: width, height: height, mirrored: isMirrored, into: &png)
        } catch {
            throw CommandFailure("\(source): \(error.code): \(error)")
        }
        try Console.write(png.view, toFile: output)
        return 0
    }

    private static func size(_ arguments: Arguments) throws -> (Int, Int) {
        guard let text = arguments.value("size") else { throw UsageError("--size WxH is missing, such as 250x200") }
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { plainNumber($0) }
        guard parts.count == 2, numbers.count == 2 else {
            throw arguments.badValue(text, for: "size", expected: "two numbers of points such as 250x200")
        }
        let whole = numbers.compactMap { Int(exactly: $0) }.filter { $0 >= 1 }
        guard whole.count == 2 else { throw CommandFailure("size: \(text) is not two whole numbers of points from 1") }
        return (whole[0], whole[1])
    }

    private static func caps(_ arguments: Arguments) throws -> CapInsets {
        let mode = try arguments.choice("mode", of: CapInsets.Mode.allCases.map(\.rawValue))
        if let cap = arguments.value("cap") {
            if arguments.value("insets") != nil { throw UsageError("--cap and --insets exclude each other") }
            if mode != nil { throw UsageError("--mode goes with --insets: with --cap the middle is always stretched") }
            let numbers = try lengths(arguments, "cap", cap, count: 2, expected: "two numbers L,T")
            return .stretchable(left: numbers[0], top: numbers[1])
        }
        guard let insets = arguments.value("insets") else {
            if mode != nil { throw UsageError("--mode goes with --insets") }
            return .none
        }
        let edges = try lengths(arguments, "insets", insets, count: 4, expected: "four numbers T,L,B,R")
        return .resizable(
            top: edges[0],
            left: edges[1],
            bottom: edges[2],
            right: edges[3],
            mode: mode.flatMap(CapInsets.Mode.init) ?? .tile
        )
    }

    private static func lengths(
        _ arguments: Arguments,
        _ option: String,
        _ text: String,
        count: Int,
        expected: String
    ) throws(UsageError) -> [Double] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard parts.count == count, numbers.count == count else {
            throw arguments.badValue(text, for: option, expected: "\(expected) of points")
        }
        return numbers
    }

    /// Digits with at most one point among them, and a minus, so that the message can say what is wrong with it.
    private static func plainNumber(_ text: Substring) -> Double? {
        let digits = text.first == "-" ? text.dropFirst() : text
        let isPlain = digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
        return isPlain ? Double(text) : nil
    }

    /// A decimal number, `nan` or `inf`, which the image rules refuse by themselves; no hexadecimal.
    private static func number(_ text: Substring) -> Double? {
        text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") || $0 | 0x20 == UInt8(ascii: "p") } ? nil : Double(text)
    }

    /// 2 for `bubble@2x.png`, 3 for `bubble@3x.png`, else 1.
    private static func scale(inName path: String) -> Int {
        let stem = path.split(separator: "/").last?.split(separator: ".").first ?? ""
        return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
    }
}

/// The file at `path`, or a failure that names it.
func read(_ path: String, limit: Int) throws(CommandFailure) -> SharedBytes {
    do throws(FileError) {
        return try SharedBytes.contents(ofFile: path, limit: limit)
    } catch {
        throw CommandFailure("\(path): \(error)")
    }
}
