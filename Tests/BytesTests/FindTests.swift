import Bytes
import Testing

@Suite struct FindTests {
    private func find(_ sought: String, in text: String, from: Int = 0) -> Int? {
        var (one, other) = (text, sought)
        return one.withUTF8 { text in
            other.withUTF8 { sought in
                unsafe ByteView(UnsafeRawBufferPointer(text))
                    .firstIndex(of: ByteView(UnsafeRawBufferPointer(sought)), from: from)
            }
        }
    }

    @Test(
        arguments: [
            ("", "", 0, 0), ("", "abc", 2, 2), ("a", "", 0, nil), ("abc", "ab", 0, nil), ("c", "abc", 0, 2),
            ("abc", "abc", 0, 0),
            ("ab", "abab", 1, 2), ("ab", "abab", 3, nil), ("ab", "ab", 9, nil), ("ab", "ab", -9, 0),
            ("needle", "hay needles hay", 0, 4), ("xay", "a hay stack that is long enough for xbyxay", 0, 39),
        ] as [(String, String, Int, Int?)]
    )
    func `finds`(sought: String, text: String, from: Int, index: Int?) {
        #expect(find(sought, in: text, from: from) == index)
    }

    @Test func `finds every place in every length`() {
        for count in 0..<70 {
            let text = String(repeating: ".", count: count)
            for place in 0...count {
                let start = text.index(text.startIndex, offsetBy: place)
                #expect(find("ab", in: text[..<start] + "ab" + text[start...]) == place)
                #expect(find("ab", in: text[..<start] + "aab" + text[start...]) == place + 1)
            }
        }
    }
}
