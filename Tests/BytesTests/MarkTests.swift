import Bytes
import Testing

@Suite struct MarkTests {
    /// Which of `texts`, put one behind the other, are marked.
    private func marked(_ texts: [String], with sought: String, ignoringCase: Bool = false) -> [Bool] {
        var bytes = OutputBuffer()
        var word = OutputBuffer()
        word.append(sought)
        var starts: [UInt32] = [0]
        for text in texts {
            bytes.append(text)
            starts.append(UInt32(bytes.count))
        }
        var marks = [UInt8](repeating: 1, count: texts.count)
        let isAny = bytes.view.mark(
            4,
            textsWith: word.view,
            ignoringCase: ignoringCase,
            starts: starts,
            in: &marks
        )
        #expect(isAny == marks.contains(5))
        #expect(marks.allSatisfy { $0 == 1 || $0 == 5 })
        return marks.map { $0 == 5 }
    }

    @Test(
        arguments: [
            (["ab", "", "cab", "b"], "ab", [true, false, true, false]),
            (["ab", "c"], "bc", [false, false]), (["a", "b", "ab"], "ab", [false, false, true]),
            (["AB", "ab"], "ab", [false, true]), (["x"], "", [false]), ([""], "x", [false]), ([], "x", []),
            (["é", "e"], "\u{301}", [false, false]), (["aaaa", "aa", "aaa"], "aaa", [true, false, true]),
        ] as [([String], String, [Bool])]
    )
    func `texts are marked that hold all of it`(texts: [String], sought: String, marks: [Bool]) {
        #expect(marked(texts, with: sought) == marks)
    }

    @Test(
        arguments: [
            ("aB", true), ("AB", true), ("ab", true), ("a@", false), ("ÀB", false), ("xxAbx", true), ("A", false),
        ] as [(String, Bool)]
    )
    func `capitals of ASCII may be taken as small letters`(text: String, isMarked: Bool) {
        #expect(marked([text], with: "ab", ignoringCase: true) == [isMarked])
    }

    @Test func `no character but a letter has another case`() {
        for byte in UInt8(0x20)..<0x7F where !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
            let sought = String(UnicodeScalar(byte))
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let other = String(UnicodeScalar(byte ^ 0x20))
            #expect(marked([sought, other], with: sought, ignoringCase: true) == [true, isLetter])
        }
    }

    @Test func `any texts are marked as one by one`() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let texts = (0..<Int.random(in: 0..<60, using: &numbers)).map { _ in
                String(
                    (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
                        "abAB".randomElement(using: &numbers) ?? "a"
                    }
                )
            }
            for sought in ["a", "ab", "bb", "aba", "aaabb", "abababababababababababab"] {
                #expect(marked(texts, with: sought) == texts.map { $0.contains(sought) })
                #expect(
                    marked(texts, with: sought, ignoringCase: true) == texts.map { $0.lowercased().contains(sought) }
                )
            }
        }
    }

    @Test(arguments: [[], [0], [0, 2], [1, 3], [0, 4]] as [[UInt32]])
    func `nothing is read by starts that do not fit`(starts: [UInt32]) {
        let text: StaticString = "aaa"
        var marks: [UInt8] = [0]
        #expect(!ByteView(text).mark(1, textsWith: ByteView("a"), starts: starts, in: &marks))
        #expect(!ByteView(text).mark(1, textsWith: ByteView("a"), starts: [0, 1, 3], in: &marks))
        #expect(marks == [0])
    }
}
