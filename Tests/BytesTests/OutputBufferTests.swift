import Bytes
import Testing

struct OutputBufferTests {
    @Test(arguments: [0, 7, 10, 99, 100, -1, -100, Int.max, Int.min])
    func `numbers are written as Swift writes them`(_ number: Int) {
        var buffer = OutputBuffer(capacity: 16)
        buffer.append(decimal: number)
        #expect(buffer.view.string == String(number))
    }

    @Test func `memory grows and keeps what was written`() {
        var buffer = OutputBuffer(capacity: 1)
        for index in 0..<1000 { buffer.append(decimal: index) }
        #expect(buffer.view.string == (0..<1000).map(String.init).joined())
    }

    @Test func `the five characters of HTML are escaped wherever they stand`() {
        for length in 0..<40 {
            for (character, name) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")] {
                let left = String(repeating: "é", count: length)
                var buffer = OutputBuffer()
                let range = 0..<1
                var arena = ByteArena()
                let text = arena.add(left + character + "z")
                buffer.append(htmlEscaping: arena[text])
                #expect(buffer.view.string == left + name + "z", "\(range)")
            }
        }
    }

    @Test func `a frozen arena still knows its strings`() {
        var arena = ByteArena(capacity: 1)
        let ranges = (0..<100).map { arena.add("name \($0)") }
        let frozen = arena.freeze()
        for (index, range) in ranges.enumerated() { #expect(frozen[range].string == "name \(index)") }
        #expect(frozen[ByteRange(offset: .max, count: .max)].isEmpty)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4096])
    func `a zero byte follows shared bytes`(count: Int) {
        var full = OutputBuffer(capacity: count)
        for _ in 0..<max(count, 16) { full.append(UInt8(ascii: "x")) }
        let bytes = [UInt8](repeating: 0x78, count: count)
        let copies = [
            full.freeze(), SharedBytes(bytes), unsafe bytes.withUnsafeBytes { unsafe SharedBytes(ByteView($0)) },
        ]
        for shared in copies {
            let zero = unsafe shared.view.pointer[shared.count]
            #expect(zero == 0)
            #expect(shared.view.array.allSatisfy { $0 == 0x78 })
        }
    }

    @Test(
        arguments: [
            (0..<0, "abcdef"), (0..<2, "cdef"), (2..<4, "abef"), (4..<6, "abcd"), (0..<6, ""), (4..<99, "abcd"),
            (7..<9, "abcdef"), (-3..<1, "bcdef"), (-3 ..< -1, "abcdef"),
        ] as [(Range<Int>, String)]
    )
    func `a part is taken out`(range: Range<Int>, rest: String) {
        var buffer = OutputBuffer(capacity: 16)
        buffer.append("abcdef")
        buffer.remove(range)
        #expect(buffer.view.string == rest)
    }
}
