import Bytes
import Testing

/// Escaping in blocks against escaping byte by byte.
struct HTMLEscapingTests {
    /// The plain way, one byte after the other.
    static func plain(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "'"): Array("&#39;".utf8)
            default: [byte]
            }
        }
    }

    static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        let shared = SharedBytes(bytes)
        var output = OutputBuffer(capacity: 16)
        withExtendedLifetime(shared) { output.append(htmlEscaping: shared.view) }
        return output.view.array
    }

    static func firstSpecial(_ bytes: [UInt8]) -> Int {
        let shared = SharedBytes(bytes)
        return withExtendedLifetime(shared) { shared.view.htmlSpecialIndex }
    }

    @Test(arguments: 0..<70)
    func `a special byte is found and escaped at every place`(_ count: Int) {
        for special in "&<>\"'".utf8 {
            for place in 0..<count {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                bytes[place] = special
                #expect(Self.firstSpecial(bytes) == place)
                #expect(Self.escaped(bytes) == Self.plain(bytes))
                if place > 0 {
                    bytes[place - 1] = special
                    #expect(Self.firstSpecial(bytes) == place - 1)
                    #expect(Self.escaped(bytes) == Self.plain(bytes))
                }
            }
        }
        let clean = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        #expect(Self.firstSpecial(clean) == count)
        #expect(Self.escaped(clean) == clean)
    }

    @Test func `every byte but five stands for itself`() {
        let all = (0...255).map { UInt8($0) }
        #expect(Self.escaped(all) == Self.plain(all))
    }

    @Test func `nothing but special bytes, longer than a piece`() {
        let bytes = (0..<5000).map { Array("\"&'<>".utf8)[$0 % 5] }
        #expect(Self.escaped(bytes) == Self.plain(bytes))
    }

    /// RFC 3986 §2.2 and §2.3 without what HTML or a scheme would need: `&`, `'`, `%` and `:`.
    static let ready = Set("!#$()*+,-./0123456789;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~".utf8)

    @Test(arguments: 1..<50)
    func `an address is ready unless one byte, wherever it stands, has to be encoded or escaped`(_ count: Int) {
        for byte in UInt8.min...UInt8.max {
            for place in Set([0, count / 2, count - 1]) {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                bytes[place] = byte
                let shared = SharedBytes(bytes)
                let isReady = withExtendedLifetime(shared) { shared.view.isReadyAddress }
                #expect(isReady == Self.ready.contains(byte), "\(byte) at \(place) of \(count)")
            }
        }
        #expect(ByteView.empty.isReadyAddress)
    }
}
